import { startFirefox } from './drivers'
import { startSite } from './site'
import { t } from '../messages'
import { focus, see } from './page'
import { personaPassword } from '../users'
const site = await startSite()
await site.reset()
const browser = await startFirefox()
if (!browser) throw new Error('no')
const { tab } = browser
try {
  await tab.open(`${site.url}/login`)
  await focus(tab, 'textbox', t('ru', 'auth:login.username'))
  await tab.type('student')
  await focus(tab, 'textbox', t('ru', 'auth:login.password'))
  await tab.type(personaPassword)
  await tab.press('Enter')
  await see(tab, 'button', t('ru', 'common:account.menu'))
  await tab.open(`${site.url}/groups`)
  await see(tab, 'textbox', t('ru', 'groups:invite.label'))
  await tab.evaluate('document.activeElement?.blur(); scrollTo(0, 0)')
  for (let i = 0; i < 14; i += 1) {
    await tab.press('Tab')
    await new Promise(r => setTimeout(r, 400))
    console.log(i, await tab.evaluate('const e = document.activeElement; const s = getComputedStyle(e); return [document.hasFocus(), s.outlineStyle, s.outlineWidth, e.matches(":focus-visible"), e.outerHTML.slice(0, 160)].join(" ")'))
  }
} finally {
  await browser.close()
  await site.close()
}
process.exit(0)
