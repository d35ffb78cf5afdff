import { test } from '@playwright/test'
import { getOtherBrowsers } from '../../scripts/browser-tools'
import { isThorough, thoroughOnly } from '../platform'

const reasons = Object.entries({ Firefox: 'firefox-esr', WebKit: 'webkit2gtk-driver xvfb' }).flatMap(
  ([name, packages]) => {
    if (!isThorough) return `in ${name} ${thoroughOnly}`
    return getOtherBrowsers().includes(name) ? [] : `in ${name} needs: apt-get install ${packages}`
  },
)

// So that the list of a run names the journeys that are not in it.
for (const reason of reasons) test.skip(`browsers/journeys.ts ${reason}`, () => {})
