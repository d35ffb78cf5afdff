import { isCancelledError } from '@tanstack/react-query'
import type { AnyRoute } from '@tanstack/react-router'
import { loadTexts } from '../i18n/init'
import { prepareRefusal } from './-refused-part'

/** The words that a route says it shows; they were asked for earlier, where the visit began with this page. */
export const routeTexts = (route: AnyRoute): Promise<void> =>
  loadTexts(...(route.options.staticData?.texts ?? []))

type Read = () => Promise<unknown>

/**
 * A screen that goes away takes with it the call that it shares with the next screen's loader. The loader then asks
 * again, instead of failing with a cancellation that no person caused.
 */
const unlessCancelled = async (read: Read): Promise<unknown> => {
  try {
    return await read()
  } catch (error) {
    if (!isCancelledError(error)) throw error
    return read()
  }
}

/**
 * Waits for a screen's words and data side by side. The words come even when the data does not: the page that
 * explains the failure needs them.
 */
export const loadScreen = async (texts: Promise<void>, ...reads: Read[]): Promise<void> => {
  // Words that fail before the data has come are told of below, not to the console.
  texts.catch(() => {})
  try {
    await Promise.all(reads.map(unlessCancelled))
  } catch (error) {
    await prepareRefusal(error)
    throw error
  } finally {
    await texts
  }
}
