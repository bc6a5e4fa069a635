// What makes the page pleasanter where script runs. Nothing here is needed: every form works without it.
(() => {
  "use strict";
  const root = document.documentElement;
  root.classList.add("scripted");
  const $ = (s, e = document) => e.querySelector(s);
  const $$ = (s, e = document) => [...e.querySelectorAll(s)];
  let goneTimer = 0, peekTimer = 0, fetched = 0;

  // --- hold to see, hidden again after ten seconds
  const peek = $("#peek");
  const hide = () => { clearTimeout(peekTimer); fetched++; peek.hidden = true; peek.replaceChildren(); };
  const reveal = async (url) => {
    const mine = ++fetched;
    const answer = await fetch(url, { cache: "no-store", headers: { Accept: "text/html" } }).catch(() => null);
    if (!answer || !answer.ok || mine !== fetched) return;
    const text = await answer.text();
    if (mine !== fetched) return;
    const parsed = new DOMParser().parseFromString(text, "text/html");
    peek.replaceChildren(...[...parsed.body.childNodes].map((n) => document.importNode(n, true)));
    peek.hidden = false;
    clearTimeout(peekTimer);
    peekTimer = setTimeout(hide, 10000);
  };
  let hold = 0, held = false;
  document.addEventListener("pointerdown", (e) => {
    if (!peek.hidden) { hide(); return; }
    const spot = e.target.closest("[data-hold]");
    if (!spot) return;
    held = false;
    hold = setTimeout(() => { held = true; reveal(spot.dataset.hold); }, 380);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
    document.addEventListener(end, () => { clearTimeout(hold); });
  }
  document.addEventListener("click", (e) => {
    if (held && e.target.closest("[data-hold]")) { e.preventDefault(); e.stopPropagation(); held = false; }
  }, true);
  document.addEventListener("contextmenu", (e) => { if (e.target.closest("[data-hold]")) e.preventDefault(); });
  document.addEventListener("keydown", (e) => {
    if (e.key === "Escape") hide();
    const spot = e.target.closest?.("[data-hold]");
    if (spot && e.key === " ") { e.preventDefault(); peek.hidden ? reveal(spot.dataset.hold) : hide(); return; }
    if (e.altKey || e.ctrlKey || e.metaKey || e.target.matches?.("input:not([type=radio]):not([type=checkbox]),textarea,select")) return;
    if (e.key === "n") $(".steps form:last-child button:not(:disabled)")?.click();
    if (e.key === "z") $('.bar form[action="/undo"] button:not(:disabled)')?.click();
  });
  document.addEventListener("visibilitychange", () => { if (document.hidden) hide(); });

  // --- the clock: shows, does not nag
  const clock = $("#clock"), time = $("#clock-time");
  let tick = 0;
  const draw = () => {
    const end = Number(sessionStorage.getItem("clock") || 0);
    if (!end) return;
    const left = Math.round((end - Date.now()) / 1000), shown = Math.max(0, left);
    time.textContent = `${Math.floor(shown / 60)}:${String(shown % 60).padStart(2, "0")}`;
    clock.classList.toggle("done", left <= 0);
    clock.hidden = false;
    if (left <= 0) clearInterval(tick);
  };
  const start = (seconds) => {
    clearInterval(tick);
    fetch("/clock", { method: "POST", body: new URLSearchParams({ seconds }) }).catch(() => {});
    if (!seconds) { sessionStorage.removeItem("clock"); clock.hidden = true; return; }
    sessionStorage.setItem("clock", String(Date.now() + seconds * 1000));
    tick = setInterval(draw, 500);
    draw();
  };
  document.addEventListener("click", (e) => {
    const key = e.target.closest("[data-clock]");
    if (key) start(Number(key.dataset.clock));
    if (e.target.closest("[data-clock-open]")) { clock.hidden = !clock.hidden; if (!sessionStorage.getItem("clock")) time.textContent = "–:––"; }
    const copy = e.target.closest("[data-copy]");
    if (copy) {
      const area = document.getElementById(copy.dataset.copy);
      area.select();
      (navigator.clipboard ? navigator.clipboard.writeText(area.value) : Promise.reject()).catch(() => document.execCommand("copy"));
    }
  });
  if (sessionStorage.getItem("clock")) { tick = setInterval(draw, 500); draw(); }

  // --- the screen stays awake where the browser allows it
  let lock = null;
  const awake = async () => {
    if (!("wakeLock" in navigator) || document.hidden || (lock && !lock.released)) return;
    lock = await navigator.wakeLock.request("screen").catch(() => null);
  };
  document.addEventListener("visibilitychange", awake);
  document.addEventListener("pointerdown", awake, { once: true });
  awake();

  // --- votes: one voter at a time, counted as they come
  const votes = (box) => {
    const ballots = $$(".ballot", box), tally = $("[data-tally]", box);
    const bar = document.createElement("div");
    bar.className = "voters";
    box.insertBefore(bar, ballots[0] || null);
    let here = 0;
    const given = (b) => $$("input:checked", b).filter((i) => i.value !== "");
    const label = (i) => i.nextElementSibling.querySelector("b").textContent;
    const keys = ballots.map((b, n) => {
      const key = document.createElement("button");
      key.type = "button";
      key.addEventListener("click", () => { here = n; show(); });
      bar.append(key);
      return key;
    });
    const show = () => {
      const count = new Map();
      ballots.forEach((b, n) => {
        b.hidden = n !== here;
        const mine = given(b);
        mine.forEach((i) => count.set(label(i), (count.get(label(i)) || 0) + 1));
        keys[n].classList.toggle("here", n === here);
        keys[n].classList.toggle("set", mine.length > 0);
        keys[n].innerHTML = "";
        keys[n].append(b.dataset.seat);
        if (mine.length) { const s = document.createElement("small"); s.textContent = "→" + mine.map(label).join(" "); keys[n].append(s); }
        keys[n].setAttribute("aria-pressed", String(n === here));
      });
      const most = Math.max(0, ...count.values());
      tally.replaceChildren(...[...count].sort((a, b) => b[1] - a[1]).map(([name, n]) => {
        const s = document.createElement("span"), b = document.createElement("b");
        s.className = n === most ? "lead" : "";
        b.textContent = n;
        s.append(name, b);
        return s;
      }));
    };
    box.addEventListener("change", (e) => {
      const ballot = e.target.closest(".ballot"), n = ballots.indexOf(ballot);
      const rows = $$(".grid", ballot);
      const touched = new Set(ballot.dataset.touched ? ballot.dataset.touched.split(",") : []);
      touched.add(e.target.name);
      ballot.dataset.touched = [...touched].join(",");
      if (touched.size >= rows.length && n + 1 < ballots.length && n === here) here = n + 1;
      show();
    });
    show();
  };

  // --- ordered choices: numbered as they are tapped
  const ordered = (field) => {
    const line = $("input[name$='.order']", field);
    let order = (line.value.match(/\d+/g) || []).map(String);
    const show = () => {
      $$(".nth", field).forEach((n) => n.remove());
      order.forEach((value, n) => {
        const input = $(`input[value="${CSS.escape(value)}"]`, field);
        if (!input) return;
        const mark = document.createElement("span");
        mark.className = "nth"; mark.textContent = n + 1;
        input.parentElement.append(mark);
      });
      line.value = order.join(" ");
    };
    field.addEventListener("change", (e) => {
      if (e.target.type !== "checkbox") return;
      order = order.filter((v) => v !== e.target.value);
      if (e.target.checked) order.push(e.target.value);
      show();
    });
    show();
  };

  // --- at most so many
  const bounded = (field) => {
    const high = Number(field.dataset.high);
    field.addEventListener("change", (e) => {
      const on = $$("input[type=checkbox]:checked", field).filter((i) => !i.name.endsWith(".none"));
      if (on.length > high && e.target.checked) { on.find((i) => i !== e.target).click(); }
    });
  };

  // --- the camera, where the context is secure
  const camera = (box) => {
    const open = $("[data-open]", box), video = $("video", box), say = $("[data-say-cam]", box), form = box.closest("form");
    if (!navigator.mediaDevices) return;
    box.hidden = false;
    let stream = null, busy = false, timer = 0;
    const stop = () => { clearInterval(timer); stream?.getTracks().forEach((t) => t.stop()); stream = null; video.hidden = true; };
    const look = async () => {
      if (busy || !stream || !video.videoWidth) return;
      if (!box.isConnected) { stop(); return; }
      busy = true;
      const scale = Math.min(1, 1600 / Math.max(video.videoWidth, video.videoHeight));
      const canvas = document.createElement("canvas");
      canvas.width = video.videoWidth * scale; canvas.height = video.videoHeight * scale;
      canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
      const blob = await new Promise((r) => canvas.toBlob(r, "image/jpeg", 0.85));
      const data = new FormData();
      data.append("photo", blob, "frame.jpg");
      const answer = await fetch("/frame", { method: "POST", body: data }).then((r) => r.json()).catch(() => ({}));
      busy = false;
      if (answer.say) say.textContent = answer.say;
      if (answer.found) { stop(); $("input[name=held]", form).value = answer.found; if (answer.ready) form.requestSubmit(); else $("input[name=unlock]", form).focus(); }
    };
    open.addEventListener("click", async () => {
      if (stream) { stop(); return; }
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment", width: { ideal: 1920 } } });
        video.srcObject = stream; video.hidden = false; await video.play();
        say.textContent = box.dataset.looking;
        timer = setInterval(look, 350);
      } catch { say.textContent = box.dataset.failed; }
    });
  };

  // --- after every swap
  const ready = () => {
    hide();
    $$("[data-votes]").forEach(votes);
    $$("[data-order]").forEach(ordered);
    $$("[data-high]").forEach(bounded);
    $$("[data-camera]").forEach(camera);
    clearTimeout(goneTimer);
    const gone = $("[data-gone]");
    if (gone) goneTimer = setTimeout(() => { location.assign(gone.dataset.goto); }, Number(gone.dataset.gone) * 1000);
    $(".dots .here")?.scrollIntoView({ inline: "center", block: "nearest" });
    const page = $("#page");
    clock.classList.toggle("day-clock", page.classList.contains("day"));
    $("#live").textContent = page.dataset.say || "";
  };
  document.addEventListener("htmx:after:swap", () => {
    ready();
    const alert = $("main [role=alert]");
    if (alert) alert.scrollIntoView({ block: "center" }); else window.scrollTo(0, 0);
    $("#main")?.focus({ preventScroll: true });
  });
  document.addEventListener("htmx:error", () => { $("#live").textContent = $("#sleep").content.textContent; $("#page").classList.add("away"); });
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", ready); else ready();
})();
