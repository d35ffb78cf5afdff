import { casesOf, type ReliabilityCase } from './read-cases'

/** What this client promises under attack, faults and load; each case is the name of a test in each of its tiers. */
export const catalogue: readonly ReliabilityCase[] = [
  ...casesOf(
    'A',
    'sessions and the silent refresh',
    `
    01 UP calls refused together share one refresh; each is sent at most twice, with the same bytes
    02 U  a late refusal of an older token costs no second refresh
    03 U  a refused refresh removes the token once, leads to the login once, and remembers the place
    04 U  a broken refresh is an error for those who wait; what it means for the token is one constant
    05 UB no connection keeps the token; back online, one refresh, and the page recovers
    06 U  a refresh that never ends is given up by its own limit, and may be tried later
    07 U  the refresh itself is never refreshed
    08 U  a refusal after a good refresh is final: two sends, one refresh
    09 U  retries of queries multiply neither refreshes nor sends
    10 U  what is sent again has the same method, address, headers and body
    11 UB an upload is sent again with the same length, boundary and bytes
    12 U  a call that is given up ends at once, in every moment; the refresh goes on for others
    13 U  a failure of the second send is the same typed error as one of the first
    14 U  a token removed by hand means logged out: no refresh, no cache
    15 U  a logout during a refresh stays a logout
    16 UB two tabs never refresh at once, and no token is used twice
    17 B  five tabs with random refusals stay signed in, also when one is closed in the midst
    18 U  where locks are absent, a tab still refreshes once at a time
    19 UB a logout reaches the other tab within a second, and nothing is asked with the old token
    20 U  another person's sign-in in one tab leaves nothing of the first in the others
    21 U  a slow first refresh shows that it is on its way, never the login
    22 U  without a token nothing is refreshed
    23 U  a refresh without tokens or person is malformed; nothing of it is stored
    24 U  a wrong password is no reason for a refresh; the form keeps the name
    25 U  a logout that fails on the server still logs out here
    26 U  a form or a code that is sent twice is one request
    27 P  in any order of events: one refresh at once, no bearer after logout, all settle, two sends at most
    28 U  a write without an answer is never sent again by itself
  `,
  ),
  ...casesOf(
    'G',
    'guards and redirects',
    `
    01 UP every protected address survives the way over the login, exactly
    02 P  a hostile remembered address never leads out of the site or to an unprotected page
    03 P  the judge of addresses holds its three promises for any text
    04 U  a remembered address that is no protected page is ignored; no loop, no code spent
    05 U  a remembered address that is huge or no address at all breaks nothing
    06 U  guests' pages send the signed-in home; a code is not spent
    07 U  after a login the page stands in one hop
    08 U  a session that dies keeps the draft and the place
    09 UP a strange id in an address is a page that was not found, and no call
    10 U  an unknown or broken address is a page of ours; the origin stays
    11 B  back after a logout shows nothing protected
    12 U  the server decides what a role may do; the client shows its refusal
    13 U  an unverified person changes neither name nor password, and no call is made
    14 U  hovering, focusing and coming back never cause a write
  `,
  ),
  ...casesOf(
    'X',
    'injection, by sink',
    `
    01 UP a task's description runs nothing, and its text stays
    02 U  write-ups and hints, also of a wrong shape
    03 U  names of people, groups and categories are text on a line of their own
    04 U  rows of the leaderboard are text of a bounded height
    05 U  a server's error detail is a known one translated, or unknown; never a key
    06 U  a detail of any other shape is an unknown error
    07 U  what is shown of a server word for word is text of a bounded length
    08 U  what looks like a placeholder or a tag of the translations stays what it is
    09 S  no source writes markup or runs a text
    10 U  only http(s) on the right list can be clicked
    11 U  a picture of content is loaded from the assets alone
    12 U  a link with a refused scheme is text
    13 P  a strange file name is text and breaks no layout
    14 U  codes and links from addresses are text; what is copied is of our origin
    15 UP names of Object's own members are data like any other
    16 B  content brings no ids or names into the document
    17 P  content that is too deep or too long falls back to its text, and the page stands
    18 U  a page of HTML in place of data is an error, never shown
  `,
  ),
  ...casesOf(
    'U',
    'uploads',
    `
    01 U  the limit of the size at both its edges, and of an empty file
    02 U  the rule for extensions, also where the picker is bypassed
    03 U  the kind that a file claims counts for nothing, and nothing of it is shown
    04 U  an empty message is not sent; the length is counted in one way
    05 U  a failed sending keeps text and file, says it once, and can be repeated
    06 U  a double click is one sending
    07 U  two files, a folder, a file that is gone
    08 U  a success clears the draft and thanks in our own words
  `,
  ),
  ...casesOf(
    'D',
    'downloads',
    `
    01 U  without a usable name the file has the default one
    02 P  a hostile name becomes a plain one, and never throws
    03 U  the extended name wins, Cyrillic kept
    04 U  an answer that is no file is an error and saves nothing
    05 U  a refresh in between saves one file; a cut saves none
    06 B  fifty downloads leave no address of an object and no anchor
    07 U  the content is neither logged, cached nor put in an address
  `,
  ),
  ...casesOf(
    'F',
    'frames and payment',
    `
    01 UB the bank's pages of return lead home where they are no frame
    02 B  in a frame they are a text, and nothing is called
    03 B  also in a frame of an opaque origin
    04 B  no foreign page frames ours
    05 U  an address or a message never changes what is paid; only the check does
    06 UP messages of any other origin, source or shape are ignored
    07 U  a payment address that is not allowed is no frame
    08 U  ten clicks are one check, which changes its own attempt alone
  `,
  ),
  ...casesOf(
    'T',
    'labs and the terminal',
    `
    01 U  a lab is asked about one question at a time, while it matters
    02 U  a hidden page asks less, a left one nothing, one that is back at once
    03 P  answers out of order never turn a lab back
    04 U  one press is one request, and the server's state stands in the end
    05 U  failures slow the questions down, are said once, and never show a lab as off
    06 U  a refused question costs one refresh
    07 U  an unknown state or an unsafe address has a face and no link
    08 U  the server decides whether a lab has ended; no time is below nothing
    09 U  a terminal address that is not allowed opens nothing
    10 P  huge counts in the output do not freeze the page
    11 U  the output reaches neither clipboard nor title; links are asked about
    12 U  the terminal's own replies go to the session that asked alone
    13 P  a flood of any bytes throws nothing and is bounded
    14 B  a paste of lines asks first, and cannot end its own brackets
    15 B  fifty openings leave no socket, terminal or listener
  `,
  ),
  ...casesOf(
    'E',
    'exam time',
    `
    01 U  a wrong clock of the device changes nothing
    02 B  waking behind the end asks once and says that the time is over
    03 B  an hour in the background leaves the time right
    04 U  the time left is the same in every zone
    05 U  an end far ahead fires nothing at once
    06 U  a clock that jumps back gains nothing
    07 U  ten clicks start once; without an answer the state is read, never started again
    08 U  what was clicked offline is not sent by coming back
    09 U  at zero the server is asked, and its answer decides
    10 P  any state after any other has a page whose actions are those of the table
    11 U  an end that is no time breaks nothing
  `,
  ),
  ...casesOf(
    'S',
    'storage',
    `
    01 U  a full storage is done without, said once
    02 UB a forbidden storage is done without
    03 P  anything may stand in the storage
    04 U  foreign events of the storage change only what is really changed
    05 U  a forbidden session storage causes no loop of reloads
    06 S  only registered keys exist, and the access token stands nowhere
    07 U  a draft is stored calmly, survives a reload, and goes when it is sent
    08 U  the cookie of the language has its attributes and one of its values
  `,
  ),
  ...casesOf(
    'N',
    'faults of the network and of answers',
    `
    01 P  in seeded chaos every screen ends in data or words, and comes back
    02 P  an answer drifted in any of its properties leaves the page standing
    03 U  HTML with status 200 is a bad answer in words
    04 U  a gateway's page is a gateway's error
    05 U  no body, no content and null are handled
    06 U  a cut answer is a failure that can be tried again
    07 U  a pause that the server asks for is kept, and bounded
    08 U  offline is said, and coming back is no storm
    09 P  a slow answer of another page never shows
    10 U  an answer that comes twice or too late has one effect
    11 U  404 of the upload to the LMS is an answer
    12 U  a failure without status counts as 500
    13 U  two hundred failures are few messages
    14 U  an error within an error still has its words
    15 U  a failed load has its page, which goes with the place and can try again
    16 S  every operation of the contract has every outcome tested
  `,
  ),
  ...casesOf(
    'C',
    'a deployment under open tabs',
    `
    01 B  the next page of an old tab reloads once and stands, with draft and session
    02 B  a part that is gone for good is one reload and then an error page
    03 B  a second deployment in the same tab is recovered from too
    04 B  missing styles likewise; a hover without a connection shows nothing
    05 B  an exam or an unsent text is asked about first
    06 S  what is missing is 404, what is hashed immutable, the page itself always asked for
  `,
  ),
  ...casesOf(
    'H',
    'headers and the served build',
    `
    01 B  every route under the enforcing policy without a violation
    02 B  everything that the policy forbids is blocked
    03 S  the headers of pages, scripts and errors
    04 S  nothing of the workshop in the build
    05 B  a mock worker left over from development is removed, and it alone
    06 B  the production build registers no worker
    07 S  nothing inline but what is listed by its hash, and no foreign host
    08 B  every route under Trusted Types without a violation
    09 S  a production build with mocks fails
  `,
  ),
  ...casesOf(
    'M',
    'load and soak',
    `
    01 UB hundreds of groups, thousands of rows, megabytes of text
    02 B  two thousand cycles leave heap, nodes, listeners, timers and sockets where they were
    03 U  a thousand visits of each page leave nothing running
    04 U  ten thousand messages are at most twenty
    05 U  ten thousand requests keep no copies
    06 U  an answer that is too deep or too wide is an error or a page
  `,
  ),
  ...casesOf(
    'K',
    'the supply chain',
    `
    01 S  an installation changes nothing, and everything in it has its checksum
    02 S  exact versions, none of the last days, and no scripts of packages
    03 S  the packages that would run scripts are the reviewed ones
    04 S  the worker is that of its package
    05 S  no known vulnerability and nothing of the deny list; silence of the service is no pass
    06 S  the list of parts and licences
    07 S  the workflow runs no foreign code with rights
    08 S  the same source builds the same bytes, without a network
  `,
  ),
  ...casesOf(
    'V',
    'privacy',
    `
    01 B  a marked secret appears in no address, console, title, history or referrer but where it must
    02 U  tokens and codes leave the address bar before anything is asked
    03 U  an error shows and logs no headers, bodies or stacks
    04 U  after a logout nothing private is in cache, document or object addresses
    05 S  invented data is invented, of reserved domains
    06 U  fields of passwords and flags say what they are, and are kept nowhere
    07 B  a reset for an unknown address looks like any other
  `,
  ),
  ...casesOf(
    'W',
    'the simulated platform and the contract',
    `
    01 U  a client made before the mocks is still mocked
    02 S  every operation has a mock, and every answer is valid
    03 S  every breaking change of the contract is found, and none other
    04 U  a request that nobody handles is an error
    05 B  the simulated platform works without a network, also after a hard reload
    06 U  the same seed gives the same bytes
  `,
  ),
]
