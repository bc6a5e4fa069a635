// The second screen: shows what the server tells, counts the clock down, says so when the table is away.
"use strict";
(() => {
  const main = document.getElementById("screen"), clock = document.getElementById("screen-clock"), away = document.getElementById("away");
  let end = 0;
  const draw = () => {
    const left = Math.round((end - Date.now()) / 1000);
    clock.hidden = !end || left < -5;
    clock.classList.toggle("done", left <= 0);
    clock.textContent = `${Math.floor(Math.max(0, left) / 60)}:${String(Math.max(0, left) % 60).padStart(2, "0")}`;
  };
  const set = (left) => { end = left > 0 ? Date.now() + left * 1000 : 0; draw(); };
  set(Number(main.dataset.left));
  setInterval(draw, 500);
  const source = new EventSource("/screen/stream");
  source.addEventListener("page", (e) => {
    const told = JSON.parse(e.data);
    away.hidden = true;
    if (String(told.size) !== main.dataset.size) { location.reload(); return; }
    if (main.dataset.body !== told.body) { main.innerHTML = told.body; main.dataset.body = told.body; }
    main.className = told.theme;
    set(told.left);
  });
  source.addEventListener("error", () => { away.hidden = false; });
  let lock = null;
  const awake = async () => {
    if (!("wakeLock" in navigator) || document.hidden || (lock && !lock.released)) return;
    lock = await navigator.wakeLock.request("screen").catch(() => null);
  };
  document.addEventListener("visibilitychange", awake);
  awake();
})();
