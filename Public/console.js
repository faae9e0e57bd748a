/*
 * Comforts on top of pages that work without it: live refresh, copying, form guards, uploads, chart reading, shortcuts, paper.
 * Words it says come from data attributes of its own script element, so that no language lives here.
 */
"use strict";
(() => {
  const words = document.currentScript.dataset;
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const one = (selector, root = document) => root.querySelector(selector);

  /* ---- live refresh: the server says "changed", the page fetches itself and swaps its marked parts ---- */

  /* Focus, selection and open details inside a part would be lost: such a part waits for the next event. */
  const busy = part => part.contains(document.activeElement) && document.activeElement !== document.body;

  const parts = root => all("[data-live-part]", root);

  function swap(fresh) {
    /* The first data brings parts that an empty page does not have: then all of the page is new. */
    if (String(parts(fresh).map(part => part.id)) !== String(parts(document).map(part => part.id))) return swapAll(fresh);
    for (const part of parts(document)) {
      const next = fresh.getElementById(part.id);
      if (!next || busy(part) || next.innerHTML === part.innerHTML) continue;
      const open = all("details", part).map(details => details.open);
      part.replaceWith(next);
      all("details", next).forEach((details, index) => { details.open = open[index] ?? details.open; });
      enhance(next);
    }
  }

  function swapAll(fresh) {
    const main = document.getElementById("main"), next = fresh.getElementById("main");
    if (!next || busy(main)) return;
    main.replaceWith(next);
    enhance(next);
  }

  function live(url) {
    let source, fetching = false, again = false, timer;
    async function refresh() {
      if (fetching) { again = true; return; }
      fetching = true;
      try {
        const answer = await fetch(location.href);
        if (answer.ok && !answer.redirected) swap(new DOMParser().parseFromString(await answer.text(), "text/html"));
      } catch { /* The next event tries again. */ }
      fetching = false;
      if (!watched()) close();
      if (again) { again = false; later(); }
    }
    /* Bursts of events become one fetch a second. */
    function later() { clearTimeout(timer); timer = setTimeout(refresh, 1000); }
    /* What was waited for is over: the new page has no stream. */
    const watched = () => one("[data-live]");
    const open = () => { if (watched()) { source ??= new EventSource(url); source.addEventListener("changed", later); } };
    const close = () => { source?.close(); source = undefined; clearTimeout(timer); };
    document.addEventListener("visibilitychange", () => document.hidden ? close() : (open(), later()));
    addEventListener("pagehide", close);
    if (!document.hidden) open();
  }

  /* ---- copying: the clipboard exists on https only, elsewhere the text is selected ---- */

  function select(element) {
    /* What is folded cannot be selected. */
    const folded = element.closest("details");
    if (folded) folded.open = true;
    getSelection().selectAllChildren(element);
    try { return document.execCommand("copy"); } catch { return false; }
  }

  async function copy(button) {
    const element = document.getElementById(button.dataset.copy);
    if (!element) return;
    let done;
    try { await navigator.clipboard.writeText(element.textContent.trim()); done = true; } catch { done = select(element); }
    say(button, done ? words.copied : words.selected);
  }

  function say(button, text) {
    button.dataset.label ??= button.textContent;
    button.setAttribute("aria-live", "polite");
    button.textContent = text;
    setTimeout(() => { button.textContent = button.dataset.label; }, 2500);
  }

  /* Names and digests that stand alone in a list of facts get a button without a template's help. */
  let copies = 0;

  function copyable(place) {
    const text = place.textContent.trim();
    if (text.length < 6 || text.length > 4096 || one("[data-copy], button, form, input, ul, ol", place)) return;
    const value = document.createElement("span"), button = document.createElement("button");
    value.id = `copied-${++copies}`;
    value.append(...place.childNodes);
    Object.assign(button, { type: "button", className: "btn link small made", textContent: words.copyLabel });
    button.dataset.copy = value.id;
    button.setAttribute("aria-describedby", value.id);
    place.append(value, " ", button);
  }

  /* ---- forms ---- */

  /* A second press while the first is under way is dropped; coming Back wakes the form again. */
  function once(form, event) {
    if (form.dataset.sent) { event.preventDefault(); return; }
    form.dataset.sent = "1";
    event.submitter?.setAttribute("aria-busy", "true");
  }

  function wake() {
    all("form[data-sent]").forEach(form => { delete form.dataset.sent; });
    all("[aria-busy]").forEach(button => button.removeAttribute("aria-busy"));
  }

  const content = form => new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, value.name ?? value])).toString();
  const guarded = new Map();
  let leaving = false;

  addEventListener("beforeunload", event => {
    if (leaving) return;
    for (const [form, before] of guarded) if (form.isConnected && content(form) !== before) event.preventDefault();
  });
  addEventListener("pageshow", event => { leaving = false; if (event.persisted) wake(); });

  document.addEventListener("submit", event => {
    if (event.target.matches("form[data-once]")) once(event.target, event);
    if (!event.defaultPrevented && event.target.matches("form[data-upload]")) upload(event.target, event);
    if (!event.defaultPrevented) leaving = event.target.method !== "dialog";
  });
  document.addEventListener("change", event => {
    if (event.target.matches("select[data-submit]")) event.target.form?.requestSubmit();
  });
  document.addEventListener("click", event => {
    const button = event.target.closest("[data-copy]");
    if (button) copy(button);
    for (const menu of all("details.menu[open]")) if (!menu.contains(event.target)) menu.open = false;
    if (location.hash === "#nav" && !event.target.closest("#nav, .menu-link")) location.hash = "main";
  });

  /* ---- long lists to tick from: the search narrows them as one types ---- */

  function narrow(id) {
    const list = document.getElementById(id), ticked = one(`[data-filter-ticked="${id}"]`)?.checked;
    const wanted = one(`[data-filter="${id}"]`).value.toLowerCase().split(/\s+/);
    for (const item of all("[data-filter-item]", list)) {
      const text = one("label", item).textContent.toLowerCase();
      item.hidden = !wanted.every(word => text.includes(word)) || (ticked && !one(":checked[type=checkbox]", item));
    }
    for (const group of all("[data-filter-group]", list)) group.hidden = !one("[data-filter-item]:not([hidden])", group);
    one("[data-filter-none]", list).hidden = !!one("[data-filter-item]:not([hidden])", list) || !one("[data-filter-item]", list);
  }

  document.addEventListener("input", event => {
    const field = event.target.closest("[data-filter], [data-filter-ticked]");
    if (field) narrow(field.dataset.filter ?? field.dataset.filterTicked);
  });
  document.addEventListener("keydown", event => {
    if (event.key === "Enter" && !event.isComposing && event.target.matches?.("[data-filter]")) event.preventDefault();
  });

  /* ---- uploads: in pieces, so that a broken connection costs one piece; the same file chosen again goes on where it was ---- */

  const pause = seconds => new Promise(done => setTimeout(done, seconds * 1000));

  function remembering(key) {
    return {
      get: () => { try { return localStorage.getItem(key); } catch { return null; } },
      set: id => { try { id ? localStorage.setItem(key, id) : localStorage.removeItem(key); } catch { /* Some private windows refuse. */ } },
    };
  }

  /* One request; `fetch` does not tell how much of a body is sent. Status 0 is a broken connection. */
  function request(form, method, url, body, headers, progress, timeout = 120000) {
    return new Promise(done => {
      const ask = new XMLHttpRequest();
      ask.open(method, url);
      ask.setRequestHeader("X-CSRF-Token", form.elements.csrf.value);
      for (const name in headers) ask.setRequestHeader(name, headers[name]);
      ask.timeout = timeout;
      if (progress) ask.upload.onprogress = event => progress(event.loaded);
      ask.onloadend = () => {
        let answer = {};
        try { answer = JSON.parse(ask.responseText); } catch { /* Not from the console. */ }
        done({ status: ask.status, answer, wait: +ask.getResponseHeader("Retry-After") || 0 });
      };
      ask.send(body);
    });
  }

  /* What may succeed a moment later is tried again, for as long as the page is open. */
  async function insist(form, show, method, url, body, headers, progress) {
    for (let wait = 1; ; wait = Math.min(wait * 2, 30)) {
      const done = await request(form, method, url, body, headers, progress);
      const isPassing = [0, 408, 425, 429].includes(done.status) || done.status >= 500;
      if (!isPassing) return done;
      /* A file that is being looked into is no broken connection. */
      if (done.status === 429) show.say(done.answer.detail ?? "waiting");
      else if (!done.wait) show.say("waiting");
      await pause(done.wait || wait);
      if (method === "PATCH") return { status: 409 };
    }
  }

  const refused = done => new Error(done.answer?.errors?.[0]?.detail ?? done.answer?.detail ?? "");

  async function begin(form, file, show, memory) {
    const base = form.dataset.upload, known = memory.get();
    if (known) {
      const found = await insist(form, show, "GET", `${base}/${known}`);
      if (found.status === 200 && found.answer.size === file.size && found.answer.state !== "refused") return found.answer;
    }
    const fields = { filename: file.name, size: file.size, notes: form.elements.notes?.value ?? "" };
    const made = await insist(form, show, "POST", base, JSON.stringify(fields), { "Content-Type": "application/json" });
    if (made.status >= 300) throw refused(made);
    memory.set(made.answer.id);
    return made.answer;
  }

  async function send(form, file, show) {
    const memory = remembering(`console.upload ${form.dataset.upload} ${file.name} ${file.size} ${file.lastModified} ${form.elements.notes?.value ?? ""}`);
    let upload = await begin(form, file, show, memory);
    const url = `${form.dataset.upload}/${upload.id}`;
    let length = upload.pieceSize;
    while (upload.state === "receiving") {
      const { offset } = upload, headers = { "Upload-Offset": offset, "Content-Type": "application/octet-stream" };
      show.done(offset, file.size);
      let done = await insist(form, show, "PATCH", url, file.slice(offset, offset + length), headers, sent => show.done(offset + sent, file.size));
      /* Whether a piece whose answer was lost came, only the console knows. */
      if (done.status === 409) {
        length = Math.max(length / 2, 1 << 18);
        done = await insist(form, show, "GET", url);
      }
      if (done.status >= 300) { memory.set(null); throw refused(done); }
      upload = done.answer;
    }
    show.done(file.size, file.size);
    show.checking();
    const made = await insist(form, show, "POST", `${url}/completion`, "{}", { "Content-Type": "application/json" });
    memory.set(null);
    if (made.status >= 300) throw refused(made);
    return made.answer;
  }

  /* A file that goes at once; the form names the field that goes with it. */
  async function sendWhole(form, file, show) {
    const field = form.dataset.uploadWhole, query = new URLSearchParams({ filename: file.name, [field]: form.elements[field].value });
    const seen = sent => sent < file.size ? show.done(sent, file.size) : show.checking();
    const made = await request(form, "PUT", `${form.dataset.upload}?${query}`, file, { "Content-Type": "application/octet-stream" }, seen, 0);
    if (made.status < 200 || made.status >= 300) throw refused(made);
    return made.answer;
  }

  async function upload(form, event) {
    const field = one("input[type=file]", form), file = field.files[0], box = one("[data-upload-progress]", form);
    if (!file || !box) return;
    event.preventDefault();
    const bar = one("progress", box), done = one("[data-upload-done]", box), said = one("output", box);
    const show = {
      say: word => { said.textContent = box.dataset[word] ?? word; },
      done: (bytes, all) => {
        bar.value = bytes / all;
        done.textContent = `${Math.floor(bytes / all * 100)} %`;
        if (said.textContent === box.dataset.waiting) said.textContent = "";
      },
      checking: () => { bar.removeAttribute("value"); show.say("checking"); },
    };
    box.hidden = false;
    bar.value = 0;
    said.className = "muted small";
    said.textContent = "";
    field.removeAttribute("aria-invalid");
    try {
      const made = await (form.dataset.uploadWhole ? sendWhole : send)(form, file, show);
      location.assign(`${form.getAttribute("action")}/${made.id}`);
    } catch (error) {
      said.className = "error";
      show.say(error.message || "failed");
      field.setAttribute("aria-invalid", "true");
      wake();
    }
  }

  /* ---- charts: the values are in the data table, the geometry in the attributes of the drawing ---- */

  const svg = (name, attributes) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    return element;
  };

  function points(figure) {
    return all("tbody tr", figure).map(row => {
      const time = one("time", row);
      const cells = all("td", row);
      return { at: Date.parse(time.dateTime), label: time.textContent, texts: cells.map(cell => cell.textContent), values: cells.map(cell => one("data", cell)?.value) };
    });
  }

  function chart(figure) {
    const rows = points(figure), names = all("thead th", figure).slice(1).map(head => head.textContent);
    if (rows.length < 2) return;
    const reading = document.createElement("output");
    reading.className = "reading";
    figure.insertBefore(reading, one("details", figure));
    const start = rows[0].at, span = rows.at(-1).at - start;
    const plots = all("svg.plot", figure).map(plot => handle(plot));
    let index = rows.length;

    function handle(plot) {
      const { left, right, top, bottom, max } = plot.dataset, mark = svg("g", { "aria-hidden": "true" });
      plot.append(mark);
      plot.addEventListener("pointermove", event => {
        const box = plot.getBoundingClientRect(), x = (event.clientX - box.left) / box.width * plot.viewBox.baseVal.width;
        show(nearest(start + span * (x - left) / (right - left)));
      });
      plot.addEventListener("pointerleave", () => document.activeElement !== plot && hide());
      plot.addEventListener("blur", hide);
      plot.addEventListener("keydown", event => step(event));
      plot.setAttribute("tabindex", "0");
      plot.setAttribute("aria-description", words.chart);
      return row => {
        mark.replaceChildren();
        if (!row) return;
        const x = +left + (right - left) * (row.at - start) / span;
        mark.append(svg("line", { class: "crosshair", x1: x, x2: x, y1: top, y2: bottom }));
        row.values.forEach((value, series) => {
          const { series: style, enlarged } = all("thead th", figure)[series + 1].dataset;
          if (value) mark.append(svg("circle", { class: `knob f${style}`, cx: x, cy: bottom - (bottom - top) * value * enlarged / max, r: 4 }));
        });
      };
    }
    function nearest(time) {
      let best = 0;
      rows.forEach((row, i) => { if (Math.abs(row.at - time) < Math.abs(rows[best].at - time)) best = i; });
      return best;
    }
    function step(event) {
      const moves = { ArrowLeft: index - 1, ArrowRight: index < rows.length ? index + 1 : 0, Home: 0, End: rows.length - 1 };
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Escape") hide();
      if (!(event.key in moves)) return;
      event.preventDefault();
      show(Math.max(0, Math.min(rows.length - 1, moves[event.key])));
    }
    function show(i) {
      index = i;
      plots.forEach(draw => draw(rows[i]));
      reading.textContent = rows[i].label + "  " + names.map((name, series) => `${name} ${rows[i].texts[series]}`).join("  ·  ");
    }
    function hide() { index = rows.length; plots.forEach(draw => draw()); reading.textContent = ""; }
  }

  /* ---- shortcuts: never while composing; single keys never with a modifier or while typing. Three switches: all, single keys, Ctrl K ---- */

  const help = document.getElementById("shortcuts"), allowed = {};
  let prefix = 0;

  const switches = name => ({
    get: () => { try { return localStorage.getItem(`console.shortcuts.${name}`) !== "off"; } catch { return true; } },
    set: on => { try { localStorage.setItem(`console.shortcuts.${name}`, on ? "on" : "off"); } catch { /* Some private windows refuse. */ } },
  });

  function switched(box) {
    const name = box.dataset.shortcuts, kept = switches(name);
    allowed[name] = box.checked = kept.get();
    box.addEventListener("change", () => { kept.set(allowed[name] = box.checked); dim(); });
  }

  const dim = () => all("[data-shortcuts]:not([data-shortcuts=all])", help).forEach(box => { box.disabled = !allowed.all; });

  const composing = event => event.isComposing || event.keyCode === 229;
  const typing = event => composing(event) || event.ctrlKey || event.metaKey || event.altKey
    || event.target.closest?.("input, select, textarea, [contenteditable], dialog");
  /* What takes arrow keys itself: charts, tables that scroll sideways. */
  const taken = event => event.defaultPrevented || event.shiftKey || event.target.closest?.("svg, .scroll, summary, details[open].menu");
  const shown = element => element?.getClientRects().length > 0;

  function escape() {
    const menu = one("details.menu[open]");
    if (menu) { menu.open = false; one("summary", menu).focus(); }
    if (location.hash === "#nav") { location.hash = "main"; one(".menu-link").focus(); }
  }

  /* Into the field of the top bar; on narrow screens there is a link to the page instead. */
  function search() {
    const field = one("[data-search]"), link = one("[data-search-link]");
    if (shown(field)) { field.focus(); field.select(); } else link?.click();
    return shown(field) || !!link;
  }

  function filter() {
    const field = all(".filters input:not([type=hidden]), .filters select").find(shown);
    field?.focus();
    return !!field;
  }

  function turn(direction) {
    const link = all(`main a[rel="${direction}"]`).find(shown);
    link?.click();
    return !!link;
  }

  /* The first link of each row and tile; it has the focus, so that Enter opens it and readers of the screen hear of it. */
  function walk(step) {
    const rows = all("main tbody tr, main .tiles > *, main .hits > li").map(row => ({ row, link: one("a[href]", row) })).filter(({ link }) => shown(link));
    const here = rows.findIndex(({ row }) => row.contains(document.activeElement));
    const next = here < 0 ? (step > 0 ? 0 : rows.length - 1) : here + step;
    rows[next]?.link.focus();
    return rows.length > 0;
  }

  function go(key) {
    const link = all("#nav a[data-key]").find(item => item.dataset.key === key);
    link?.click();
    return !!link;
  }

  const open = () => { help.showModal(); return true; };

  const keys = {
    "/": search, "f": filter, "?": open, "j": () => walk(1), "k": () => walk(-1),
    "g": () => { prefix = Date.now(); return true; },
    "ArrowLeft": event => !taken(event) && turn("prev"), "ArrowRight": event => !taken(event) && turn("next"),
  };

  function single(event) {
    const second = Date.now() - prefix < 1500;
    prefix = 0;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    return second ? go(key) : Object.hasOwn(keys, key) && keys[key](event);
  }

  const anywhere = event => event.key.toLowerCase() === "k" && event.ctrlKey !== event.metaKey && !event.altKey && !event.shiftKey && !help.open;

  document.addEventListener("keydown", event => {
    if (event.key === "Escape" && !composing(event)) escape();
    if (!help || !allowed.all || composing(event)) return;
    const done = allowed.search && anywhere(event) ? search() : allowed.single && !typing(event) && single(event);
    if (done) event.preventDefault();
  });

  /* ---- previews: while a form is filled in, the server draws what would become of it; without a script its button does ---- */

  let drawing, drawn = 0;

  async function draw(form) {
    const button = one("[data-preview-button]", form), turn = ++drawn;
    try {
      const answer = await fetch(button.formAction, { method: "POST", body: new URLSearchParams(new FormData(form)) });
      if (!answer.ok || answer.redirected) return;
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (turn !== drawn) return;
      for (const id of form.dataset.preview.split(" ")) {
        const now = document.getElementById(id), next = fresh.getElementById(id);
        if (!now || !next || busy(now)) continue;
        const open = all("details", now).map(details => details.open);
        now.replaceWith(next);
        all("details", next).forEach((details, index) => { details.open = open[index] ?? details.open; });
      }
    } catch { /* The next change tries again. */ }
  }

  document.addEventListener("input", event => {
    const form = event.target.closest?.("form[data-preview]");
    if (!form) return;
    clearTimeout(drawing);
    drawing = setTimeout(draw, 600, form);
  });

  /* ---- paper: what is folded is printed too, and folded again afterwards ---- */

  let folded = [];
  addEventListener("beforeprint", () => {
    folded = all("main details:not([open], .menu)");
    folded.forEach(details => { details.open = true; });
  });
  addEventListener("afterprint", () => { folded.forEach(details => { details.open = false; }); folded = []; });

  /* ---- a chart's figures as a file, as lists have one: with a BOM, and nothing in it that a spreadsheet would run ---- */

  function field(cell) {
    const exact = one("time", cell)?.dateTime ?? one("data", cell)?.value ?? (cell.matches("td") ? "" : cell.textContent);
    const text = /^[=+\-@\t\r]/.test(exact) && isNaN(exact) ? `'${exact}` : exact;
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  }

  function offer(figure) {
    const table = one("details.data table", figure), button = document.createElement("button");
    if (!table || one("details.data > button", figure)) return;
    Object.assign(button, { type: "button", className: "btn small made", textContent: "CSV" });
    button.setAttribute("aria-label", `CSV: ${table.caption.textContent}`);
    button.addEventListener("click", () => {
      const lines = [...table.rows].map(row => [...row.cells].map(field).join(","));
      const file = URL.createObjectURL(new Blob([`\ufeff${lines.join("\r\n")}\r\n`], { type: "text/csv;charset=utf-8" }));
      Object.assign(document.createElement("a"), { href: file, download: `${figure.id}.csv` }).click();
      setTimeout(() => URL.revokeObjectURL(file), 10_000);
    });
    one("details.data > summary", figure).after(button);
  }

  /* ---- start ---- */

  function enhance(root) {
    all("[data-copy], [data-scripted]", root).forEach(control => { control.hidden = false; });
    all("h1.mono, .facts dd.mono, .copyable", root).forEach(copyable);
    all("figure.chart", root).forEach(chart);
    all("figure.chart", root).forEach(offer);
    all("form[data-guard]", root).forEach(form => guarded.set(form, content(form)));
  }

  enhance(document);
  one("#problems")?.focus();
  const stream = one("[data-live]")?.dataset.live;
  if (stream) live(stream);
  if (help) {
    all("[data-shortcuts]", help).forEach(switched);
    dim();
    document.getElementById("shortcut-hint").addEventListener("click", open);
  }
})();
