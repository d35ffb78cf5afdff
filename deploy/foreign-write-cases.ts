import { actingOperations } from './acting-gets'

/** The GETs of the contract that write, with some value for each parameter. */
export const actingUrls: string[] = actingOperations.map(
  ({ path }) => `/api${path.replaceAll(/\{\w+\}/g, '1')}`,
)

/** What browsers send for a request that no script of the site makes. */
export const foreignWrites: Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' },
  { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' },
  { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
  { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors' },
  { 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-mode': 'navigate' },
]

/** A script of the site, and a browser or program that doesn't say. */
export const ownRequests: Record<string, string>[] = [
  { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' },
  {},
]
