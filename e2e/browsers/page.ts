import type { Tab } from './drivers'

/** Finds a visible element by its role and accessible name, as far as the journeys need it. */
const FIND = `
  const selectors = {
    button: 'button, [role=button]', link: 'a[href]', textbox: 'input, textarea', tab: '[role=tab]',
    menuitemradio: '[role=menuitemradio]', heading: 'h1, h2, h3', radio: '[role=radio], input[type=radio]',
    checkbox: '[role=checkbox], input[type=checkbox]',
  };
  const clean = text => (text || '').replace(/\\s+/g, ' ').trim();
  const wanted = clean(b);
  const getText = node => { const copy = node.cloneNode(true); copy.querySelectorAll('[aria-hidden=true]').forEach(one => one.remove()); return copy.textContent };
  const getName = element => clean(
    element.getAttribute('aria-label') ||
    (element.getAttribute('aria-labelledby') || '').split(' ').map(id => document.getElementById(id)?.textContent || '').join(' ').trim() ||
    [...(element.labels || [])].map(getText).join(' ') ||
    getText(element));
  return [...document.querySelectorAll(selectors[a])].find(element => {
    const name = getName(element);
    return (c ? name === wanted : name.startsWith(wanted)) && element.getClientRects().length > 0 && !element.closest('[inert]');
  }) || null;
`

type Role = 'button' | 'link' | 'textbox' | 'tab' | 'menuitemradio' | 'heading' | 'radio' | 'checkbox'

export const TIMEOUT_MS = 30_000

/** Waits until the function returns something truthy. */
export async function waitFor<Value>(
  what: string,
  look: () => Promise<Value>,
  timeout = TIMEOUT_MS,
): Promise<Value> {
  const end = Date.now() + timeout
  for (;;) {
    // The page may be between two documents.
    const value = await look().catch(() => null)
    if (value) return value
    if (Date.now() > end) throw new Error(`Timed out waiting for ${what}.`)
    await new Promise(next => setTimeout(next, 100))
  }
}

export const isThere = (tab: Tab, role: Role, name: string, exact = true) =>
  tab.evaluate<boolean>(`return (function (a, b, c) { ${FIND} })(a, b, c) !== null`, role, name, exact)

export const see = (tab: Tab, role: Role, name: string, exact = true) =>
  waitFor(`the ${role} "${name}"`, () => isThere(tab, role, name, exact))

export const click = async (tab: Tab, role: Role, name: string, exact = true): Promise<void> => {
  await see(tab, role, name, exact)
  await clickFound(tab, FIND, role, name, exact)
}

const MOUSE_EVENTS = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']

/**
 * Scrolls to the element that is clicked next. If something moves it away from the mouse before, what lies there now
 * gets no event.
 */
const aimAt = (body: string) => `
  const found = (function (a, b, c) { ${body} })(a, b, c);
  found?.scrollIntoView({ block: 'center' });
  window.isClickMissed = false;
  const guard = event => {
    if (!window.isClickMissed && found.contains(event.target)) return;
    window.isClickMissed = true;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const types = ${JSON.stringify(MOUSE_EVENTS)};
  window.removeClickGuard?.();
  window.removeClickGuard = () => types.forEach(type => removeEventListener(type, guard, true));
  if (found) types.forEach(type => addEventListener(type, guard, true));
  return found || null`

const wasClickMissed = (tab: Tab) =>
  // Without an answer the click has opened another page.
  tab
    .evaluate<boolean>('window.removeClickGuard?.(); return window.isClickMissed === true')
    .catch(() => false)

/** As Playwright does, clicks again when the page has replaced or moved the element before the mouse reached it. */
export async function clickFound(tab: Tab, body: string, ...args: unknown[]): Promise<void> {
  const end = Date.now() + TIMEOUT_MS
  while (!(await tab.clickFound(aimAt(body), ...args)) || (await wasClickMissed(tab))) {
    if (Date.now() > end) throw new Error(`Nothing to click: ${args.join(', ')}.`)
    await new Promise(next => setTimeout(next, 100))
  }
}

/** @returns false when the element isn't there now */
export const clickIfThere = async (tab: Tab, role: Role, name: string): Promise<boolean> =>
  (await tab.clickFound(aimAt(FIND), role, name, true)) && !(await wasClickMissed(tab))

export const focus = (tab: Tab, role: Role, name: string, exact = true) =>
  waitFor(`the focus on the ${role} "${name}"`, () =>
    tab.evaluate<boolean>(
      `const found = (function (a, b, c) { ${FIND} })(a, b, c); found?.focus(); return found !== null && document.activeElement === found`,
      role,
      name,
      exact,
    ),
  )

export const readField = (tab: Tab, name: string) =>
  tab.evaluate<string>(`return (function (a, b, c) { ${FIND} })(a, b, c)?.value`, 'textbox', name, true)

export const getPath = (tab: Tab) => tab.evaluate<string>('return location.pathname')
export const seeText = (tab: Tab, text: string) =>
  waitFor(`the text "${text}"`, () =>
    tab.evaluate<boolean>('return document.body.innerText.replace(/\\s+/g, " ").includes(a)', text),
  )
