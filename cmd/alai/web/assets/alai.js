// What the pages can do beyond links and forms: a sowing is shown lap by lap, and
// keys move on. Everything that is drawn comes from the server's states; no rule of a
// game is known here but that a lap puts one seed into each pit on its way.
'use strict';
(() => {
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const sleep = (time) => new Promise((done) => setTimeout(done, time));

  // What is said, in the language of the page, comes with the board: of each message its
  // text, of a counted one those of 1, of 2 to 4 and of other numbers.
  const spoken = document.getElementById('words');
  const messages = spoken ? JSON.parse(spoken.textContent) : {};
  const fill = (pattern, args) => pattern.replace(/%\[(\d)\]./g, (_, i) => args[i - 1]);
  const t = (key, ...args) => fill(messages[key][0], args);
  const n = (key, number) => fill(messages[key][number === 1 ? 0 : number >= 2 && number <= 4 ? 1 : 2], [number]);
  const seedsText = (number) => n('n-seeds', number);
  const side = (letter) => t(letter === 'S' ? 'south' : 'north');

  // A Board is the board on the page.
  class Board {
    constructor(element) {
      this.element = element;
      this.pits = Number(element.dataset.pits);
      this.cells = [];
      for (const cell of element.querySelectorAll('[data-pit]')) this.cells[Number(cell.dataset.pit)] = cell;
      this.signs = [...document.querySelectorAll('#legend .sign')].map((sign) => sign.textContent);
      this.run = 0; // the number of the last sowing: an older one stops
    }

    seeds(pit) { return Number(this.cells[pit].querySelector('.seeds').textContent); }

    put(pit, seeds) {
      const cell = this.cells[pit];
      cell.querySelector('.seeds').textContent = seeds;
      const owner = side(pit < this.pits ? 'N' : 'S');
      // A pit that can be sown is read as its text, and is gone once it has been.
      if (cell.hasAttribute('aria-label')) cell.setAttribute('aria-label', `${t('pit-of', owner, cell.dataset.name)}, ${seedsText(seeds)}`);
    }

    store(owner, seeds) {
      const cell = this.element.querySelector(`[data-store="${owner}"]`);
      cell.querySelector('.seeds').textContent = seeds;
      cell.setAttribute('aria-label', `${t(owner ? 'norths-store' : 'souths-store')}, ${seedsText(seeds)}`);
    }

    clear() {
      for (const cell of this.cells) {
        cell.classList.remove('lifted', 'sown', 'from', 'last', 'taken');
        cell.querySelector('.marks').textContent = '';
      }
    }

    // mark marks a pit as the server does: the how-many-th of the marks.
    mark(pit, which) {
      const cell = this.cells[pit];
      cell.classList.add(['from', 'last', 'taken'][which]);
      cell.querySelector('.marks').textContent += this.signs[which];
      cell.setAttribute('aria-label', `${cell.getAttribute('aria-label')}, ${t(['mark-sown', 'mark-last', 'mark-taken'][which])}`);
    }

    // show draws a position in the one-line form, with the marks of the ply that led to it.
    show(position, ply) {
      this.run++;
      this.clear();
      this.element.dataset.position = position;
      const [rows, stores, toMove] = position.split(' ');
      const [north, south] = rows.split('/').map((row) => row.split(',').map(Number));
      for (let i = 0; i < this.pits; i++) {
        this.put(i, north[i]);
        this.put(2 * this.pits - 1 - i, south[i]);
      }
      stores.split('-').forEach((seeds, owner) => {
        this.store(owner, Number(seeds));
        this.element.querySelector(`[data-who="${owner}"]`).classList.toggle('moves', !(ply && ply.e) && toMove === 'SN'[owner]);
      });
      if (!ply || ply.p < 0) return;
      this.mark(ply.p, 0);
      this.mark(ply.t, 1);
      for (const pit of ply.x || []) this.mark(pit, 2);
    }

    // sow shows laps, "from,seeds,direction;...number", and returns how many of them were
    // shown and whether it came to its end.
    async sow(laps, pause) {
      const run = ++this.run;
      const list = laps.split(';');
      const all = Number(list.pop());
      if (pause === 0 || calm.matches) return true;
      for (const lap of list) {
        let [pit, seeds, direction] = lap.split(',').map(Number);
        this.clear();
        this.cells[pit].classList.add('lifted');
        this.put(pit, this.seeds(pit) - seeds);
        await sleep(pause);
        for (; seeds > 0; seeds--) {
          if (run !== this.run) return false;
          pit = (pit + direction + 2 * this.pits) % (2 * this.pits);
          this.put(pit, this.seeds(pit) + 1);
          this.cells[pit].classList.add('sown');
          await sleep(pause / 3);
        }
        if (run !== this.run) return false;
      }
      if (all > list.length) {
        say(t('first-laps', list.length, all));
        await sleep(pause * 3);
      }
      return run === this.run;
    }
  }

  function say(text) { document.getElementById('live').textContent = text; }

  const typing = (event) => event.ctrlKey || event.altKey || event.metaKey || event.target.closest('input, select, textarea');

  // The arrow keys go from pit to pit among those that can be sown.
  function walk(event) {
    const here = event.target.closest('.board a.pit');
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!here || !step) return false;
    const links = [...document.querySelectorAll('.board a.pit')];
    links[(links.indexOf(here) + step + links.length) % links.length].focus();
    return true;
  }

  const served = location.protocol.startsWith('http') && document.documentElement.dataset.local === undefined;

  // ask returns the page at an address.
  async function ask(href, signal) {
    const answer = await fetch(href, { credentials: 'same-origin', signal });
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    if (!answer.ok || !page.getElementById('main')) throw new Error(answer.statusText);
    return page;
  }

  // put puts parts of another page in the place of this one's.
  function put(page, ...ids) {
    for (const id of ids) {
      const part = page.getElementById(id);
      if (part) document.getElementById(id).replaceWith(document.adoptNode(part));
    }
  }

  // The rows of a list that take long are asked for once the page is there.
  async function rows(link) {
    link.textContent = link.dataset.waiting;
    const held = document.activeElement === link;
    try {
      const page = await ask(link.href);
      if (!page.getElementById('result')) throw new Error('another page');
      put(page, 'result');
      const heading = document.querySelector('h1');
      say(heading.textContent);
      if (held) document.getElementById('main').focus({ preventScroll: true });
    } catch {
      location.replace(link.href); // which is another page, or says what is wrong
    }
  }

  // The explorer goes from place to place without leaving the page.
  function explorer() {
    let board = new Board(document.getElementById('board'));

    let asked = 0; // the number of the last question: answers to older ones are too late
    let question = new AbortController();
    async function go(href, push, laps, counting) {
      const number = ++asked;
      question.abort(); // the server need not count on
      question = new AbortController();
      if (!served) {
        location.href = href;
        return;
      }
      if (laps) board.show(board.element.dataset.position); // another sowing may be under way
      const sown = laps ? board.sow(laps, 90) : true;
      try {
        const page = await ask(href, question.signal);
        if (!page.getElementById('board')) throw new Error('no board');
        await sown;
        if (number !== asked) return;
        const focus = held();
        const form = counting && document.querySelector('.filters'); // in which somebody may be writing
        const field = form && form.contains(document.activeElement) ? document.activeElement : null;
        put(page, 'main', 'languages');
        document.title = page.title;
        if (push) history.pushState({}, '', href);
        board = new Board(document.getElementById('board'));
        if (form) document.querySelector('.filters').replaceWith(form);
        if (field) field.focus({ preventScroll: true });
        else focus();
        const total = document.querySelector('#openings caption');
        say(document.getElementById('say').textContent + (total ? ' ' + total.textContent : ''));
        document.documentElement.dataset.place = href;
        count();
      } catch {
        if (number === asked) location.href = href;
      }
    }

    // held returns a function that gives the focus back: to the link that has it, where
    // that is still there, else to the first one of the board or of the table.
    function held() {
      const here = document.activeElement;
      const href = here && here.getAttribute('href');
      const part = here && here.closest('.board') ? '.board a.pit' : here && here.closest('#openings') ? '#openings a.move' : '#main';
      return () => {
        const same = [...document.querySelectorAll('#main a')].find((link) => href && link.getAttribute('href') === href && link.matches(part));
        (same || document.querySelector(part) || document.getElementById('main')).focus({ preventScroll: true });
      };
    }

    // What takes long to count is asked for once the board is there.
    function count() {
      const link = document.getElementById('count');
      if (!link || !served) return;
      link.textContent = t('counting');
      go(link.href, false, '', true);
    }
    count();

    document.addEventListener('click', (event) => {
      const row = event.target.closest('#openings tbody tr');
      const to = row ? row.querySelector('a.move') : event.target.closest('.board a.pit, .way a');
      if (!to || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      const name = to.classList.contains('move') ? to.textContent : to.dataset.name;
      const pit = name && document.querySelector(`.board a.pit[data-name="${name}"]`);
      go(to.href, true, pit && pit.dataset.laps);
    });
    addEventListener('popstate', () => { if (served) go(location.href, false); });
    document.addEventListener('keydown', (event) => {
      if (typing(event)) return;
      if (walk(event)) {
        event.preventDefault();
      } else if (event.target.closest('.board') && event.key.length === 1) {
        for (const pit of document.querySelectorAll('.board a.pit')) {
          if (pit.dataset.name.toLowerCase() === event.key.toLowerCase()) pit.click();
        }
      } else if (event.key === 'Backspace' && document.getElementById('back')) {
        event.preventDefault();
        document.getElementById('back').click();
      }
    });
  }

  // The replay goes from ply to ply. A ply is known by its number: those of the main
  // line come first, then those of variations.
  function replay(data) {
    const board = new Board(document.getElementById('board'));
    const plies = data.main;
    const status = document.getElementById('say');
    const note = document.getElementById('note');
    const play = document.getElementById('play');
    const speed = document.getElementById('speed');
    const explore = document.getElementById('explore');
    const links = new Map([...document.querySelectorAll('#plies [data-ply]')].map((link) => [Number(link.dataset.ply), link]));
    const comments = new Map();
    for (const said of document.querySelectorAll('#plies [data-comment]')) {
      const ply = Number(said.dataset.comment);
      comments.set(ply, [...comments.get(ply) || [], said]);
    }
    let marked = document.querySelector('#plies [aria-current]');
    let at = plies;
    let playing = 0;
    for (const id of ['play', 'speeds', 'keys']) document.getElementById(id).hidden = false;

    const name = (ply) => ply > plies ? 'v' + (ply - plies) : String(ply);
    const address = (ply) => data.prefix + name(ply);
    const position = (ply) => ply === 0 ? data.start : data.plies[ply - 1].a;
    const before = (ply) => ply > plies ? data.plies[ply - 1].u || 0 : Math.max(ply - 1, 0);
    const after = (ply) => ply !== plies && ply < data.plies.length && before(ply + 1) === ply ? ply + 1 : ply;
    const count = (ply) => ply > plies ? 1 + count(before(ply)) : ply;
    const onMain = (ply) => ply > plies ? onMain(before(ply)) : ply;

    function text(ply) {
      const [, stores, toMove] = position(ply).split(' ');
      const [south, north] = stores.split('-');
      const end = ' ' + t('in-store', south, north);
      if (ply === 0) return t('the-start', side(toMove)) + end;
      const p = data.plies[ply - 1];
      const player = side(p.s[0]);
      const begin = ply > plies ? t('in-variation') + ' ' : '';
      if (p.p < 0) return begin + t('ply-passes', count(ply), player) + end;
      const laps = n('n-laps', Number(p.l.slice(p.l.lastIndexOf(';') + 1)));
      return begin + t(p.c ? 'ply-captures' : 'ply-sows', count(ply), player, p.m, laps, p.c) + end;
    }

    // comment shows what the record says of a ply, which the list of moves has.
    function comment(ply) {
      note.replaceChildren(...(comments.get(ply) || []).map((said) => {
        const p = document.createElement('p');
        p.textContent = said.textContent;
        return p;
      }));
    }

    // reveal scrolls the list of moves to what is shown.
    function reveal(link) {
      const list = document.querySelector('.moves.scroll');
      if (!link) {
        list.scrollTop = 0;
        return;
      }
      const top = link.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop;
      if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 40) list.scrollTop = top - list.clientHeight / 2;
    }

    function show(ply) {
      at = ply;
      board.show(position(ply), ply ? data.plies[ply - 1] : null);
      shownRun = board.run;
      status.textContent = text(ply);
      comment(ply);
      if (marked) marked.removeAttribute('aria-current');
      marked = links.get(ply);
      if (marked) marked.setAttribute('aria-current', 'step');
      reveal(marked);
      const here = document.getElementById('here');
      const x = plies ? onMain(ply) / plies * Number(document.getElementById('curve').dataset.width) : 0;
      here.setAttribute('x1', x);
      here.setAttribute('x2', x);
      document.getElementById('previous').href = address(before(ply));
      document.getElementById('next').href = address(after(ply));
      if (explore && data.explore) explore.href = data.explore + encodeURIComponent(position(ply));
      for (const link of document.querySelectorAll('#languages a')) {
        const to = new URL(link.href);
        to.searchParams.set('ply', name(ply));
        link.href = to.href;
      }
      locate();
    }

    // locate puts the ply into the address, not too often: a browser may bear a hundred
    // times in half a minute. Where it bears none the replay goes on all the same.
    let located = -Infinity, waiting = 0;
    function locate() {
      clearTimeout(waiting);
      const wait = located + 400 - performance.now();
      if (wait > 0) {
        waiting = setTimeout(locate, wait);
        return;
      }
      located = performance.now();
      try {
        history.replaceState(null, '', address(at));
      } catch { /* the address stays behind */ }
    }

    let shownRun = 0; // of the board: another one is a sowing
    const sowing = () => board.run !== shownRun;

    async function forward() {
      const from = at, to = after(at);
      if (to === from) return false;
      const done = await board.sow(data.plies[to - 1].l, Number(speed.value));
      if (!done || at !== from) return false;
      show(to);
      return true;
    }

    function go(ply) {
      stop();
      show(ply);
    }
    function stop() {
      playing++;
      play.textContent = t('play');
    }
    // next goes on by a ply. One that is being sown still is shown at once.
    function next() {
      stop();
      if (sowing()) show(after(at));
      forward();
    }
    async function toggle() {
      if (play.textContent === t('stop')) return go(at);
      const run = ++playing;
      play.textContent = t('stop');
      if (after(at) === at) show(0);
      else if (sowing()) show(at); // which is begun anew
      while (run === playing && await forward()) await sleep(Number(speed.value) * 2);
      if (run === playing) stop();
    }

    const actions = {
      first: () => go(0), previous: () => go(before(at)), next, final: () => go(plies), play: toggle,
    };
    for (const [id, action] of Object.entries(actions)) {
      document.getElementById(id).addEventListener('click', (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        action();
      });
    }
    for (const link of links.values()) {
      link.addEventListener('click', (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        go(Number(link.dataset.ply));
      });
    }
    document.getElementById('curve').addEventListener('click', (event) => {
      const box = event.currentTarget.getBoundingClientRect();
      go(Math.round((event.clientX - box.left) / box.width * plies));
    });
    document.addEventListener('keydown', (event) => {
      if (typing(event)) return;
      const keys = { ArrowLeft: actions.previous, ArrowRight: next, Home: actions.first, End: actions.final };
      const action = event.key === ' ' && !event.target.closest('a, button, summary') ? toggle : keys[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    });

    // named returns the number of the ply that an address names, -1 for none.
    function named(place) {
      const found = /^(v?)(\d+)$/.exec(place || '');
      if (!found) return -1;
      return found[1] ? Math.min(plies + Number(found[2]), data.plies.length) : Math.min(Number(found[2]), plies);
    }
    const ofHash = () => named(location.hash.replace(/^#ply-/, ''));
    const asked = Math.max(named(new URLSearchParams(location.search).get('ply')), ofHash());
    go(asked < 0 ? plies : asked);
    addEventListener('hashchange', () => {
      const ply = ofHash();
      if (ply >= 0 && ply !== at) go(ply);
    });
  }

  const data = document.getElementById('data');
  if (data) replay(JSON.parse(data.textContent));
  else if (document.getElementById('board')) explorer();
  else if (served && document.getElementById('count')) rows(document.getElementById('count'));
  document.documentElement.dataset.ready = 'yes';
})();
