/**
 * The page of the simulated bank. Like a real bank's it is independent of the site: its URL has the attempt to pay for
 * and the origin to return to.
 */

const messages = {
  ru: {
    bank: 'Учебный банк',
    simulation: 'Имитация',
    title: 'Оплата заказа',
    notice:
      'Это имитация банка: деньги не списываются, карта ненастоящая. Данные своей карты вводить нельзя.',
    merchant: 'Получатель',
    merchantName: 'Учебная платформа Flagship',
    purpose: 'За что',
    attempt: 'Попытка',
    sign: '№ ',
    card: 'Тестовая карта',
    number: 'Номер карты',
    expiry: 'Срок действия',
    code: 'Код CVC',
    holder: 'Владелец',
    pay: 'Оплатить',
    decline: 'Отклонить платёж',
    cancel: 'Отменить',
    back: 'Вернуться на сайт',
    loading: 'Загружаем заказ…',
    sending: 'Отправляем…',
    rejected: 'Прошлый платёж отклонён. Можно заплатить ещё раз.',
    processing: 'Платёж принят и обрабатывается. Второй раз платить не нужно.',
    paid: 'Заказ уже оплачен. Второй раз платить не нужно.',
    closed: 'Этот заказ оплачивать не нужно.',
    missing: 'Такого заказа нет. Откройте страницу банка с сайта ещё раз.',
    address: 'В адресе страницы нет сайта, на который вернуться. Откройте страницу банка с сайта ещё раз.',
    broken: 'Банк не отвечает. Откройте страницу банка с сайта ещё раз.',
    lost: 'Ответ банка не пришёл. Прежде чем платить снова, откройте страницу банка с сайта ещё раз.',
  },
  en: {
    bank: 'Training Bank',
    simulation: 'Simulation',
    title: 'Payment of an order',
    notice:
      'This is a simulated bank: no money is taken, the card is not real. Do not enter a card of your own.',
    merchant: 'Payee',
    merchantName: 'Flagship training platform',
    purpose: 'What for',
    attempt: 'Attempt',
    sign: 'No. ',
    card: 'Test card',
    number: 'Card number',
    expiry: 'Valid until',
    code: 'CVC code',
    holder: 'Cardholder',
    pay: 'Pay',
    decline: 'Decline the payment',
    cancel: 'Cancel',
    back: 'Return to the site',
    loading: 'Loading the order…',
    sending: 'Sending…',
    rejected: 'The last payment was rejected. You can pay again.',
    processing: 'The payment has been accepted and is being processed. There is no need to pay twice.',
    paid: 'The order has been paid. There is no need to pay twice.',
    closed: 'There is nothing to pay for this order.',
    missing: 'There is no such order. Open the bank’s page from the site again.',
    address:
      'The page’s address does not say which site to return to. Open the bank’s page from the site again.',
    broken: 'The bank does not answer. Open the bank’s page from the site again.',
    lost: 'The bank’s answer has not come. Open the bank’s page from the site again before you pay once more.',
  },
}

/** By the site's language cookie, else by the browser's languages, else Russian. */
function chooseLanguage() {
  const cookie = /(?:^|;\s*)language=(ru|en)\b/.exec(document.cookie)?.[1]
  const preferred = navigator.languages.map(tag => tag.slice(0, 2)).find(tag => tag in messages)
  return cookie ?? preferred ?? 'ru'
}

const language = chooseLanguage()
const text = messages[language]
const params = new URLSearchParams(location.search)
const attempt = params.get('attempt') ?? ''
const returnTo = params.get('return') ?? ''
const byId = id => document.getElementById(id)

/** Errors that the user can act on; any other one means that the bank does not respond. */
const errorMessages = { 'order not found': text.missing, 'return address not allowed': text.address }

async function request(options) {
  const search = new URLSearchParams({ return: returnTo })
  // One of several databases of a server.
  const db = params.get('mock-db')
  if (db !== null) search.set('mock-db', db)
  const url = `/mock-bank/orders/${encodeURIComponent(attempt)}?${search}`
  const response = await fetch(url, options)
  if (isStarted || isBankResponse(response)) return { status: response.status, body: await response.json() }
  await startPlatform()
  return request(options)
}

/** Servers without a platform respond with 503 or with the page of the site. */
function isBankResponse({ status, headers }) {
  return status !== 503 && (headers.get('content-type') ?? '').startsWith('application/json')
}

/** A URL of the site, not bundled into this page. */
const platformUrl = '/mock-bank/platform.js'
let isStarted = false

/** The site's page simulates the platform for its iframes; in a tab of its own, this page starts it itself. */
async function startPlatform() {
  isStarted = true
  await import(platformUrl)
}

function formatAmount({ amount, currency }) {
  const format = { style: 'currency', currency, currencyDisplay: 'narrowSymbol', minimumFractionDigits: 0 }
  return new Intl.NumberFormat(language, format).format(amount / 100)
}

function showOrder(order) {
  const isOpen = order.state === 'open'
  byId('state').textContent = isOpen ? (order.reason ? text.rejected : '') : text[order.state]
  byId('exam').textContent = order.exam
  byId('attempt').textContent = `${text.sign}${order.attempt}`
  byId('amount').textContent = order.amount === undefined ? '' : formatAmount(order)
  byId('pay').textContent = order.amount === undefined ? text.pay : `${text.pay} ${formatAmount(order)}`
  byId('leave').textContent = isOpen ? text.cancel : text.back
  byId('order').hidden = false
  byId('payment').hidden = !isOpen
  byId('leave').hidden = false
}

async function load() {
  byId('state').textContent = text.loading
  try {
    const { status, body } = await request()
    byId('state').textContent = ''
    if (status === 200) showOrder(body)
    else byId('error').textContent = errorMessages[body.detail] ?? text.broken
  } catch {
    byId('state').textContent = ''
    byId('error').textContent = text.broken
  }
}

function setBusy(isBusy) {
  for (const button of document.querySelectorAll('button')) button.disabled = isBusy
  byId('state').textContent = isBusy ? text.sending : ''
}

async function choose(choice) {
  byId('error').textContent = ''
  setBusy(true)
  try {
    const body = JSON.stringify({ choice, return: returnTo })
    const headers = { 'content-type': 'application/json' }
    const response = await request({ method: 'POST', headers, body })
    if (response.status === 200) {
      // Replaced, so that Back doesn't lead to a finished order.
      location.replace(response.body.location)
      return
    }
    setBusy(false)
    if (response.status === 409) await load()
    else byId('error').textContent = errorMessages[response.body.detail] ?? text.broken
  } catch {
    // The order may have been created.
    setBusy(false)
    byId('error').textContent = text.lost
  }
}

document.documentElement.lang = language
document.title = text.bank
for (const element of document.querySelectorAll('[data-message]')) {
  element.textContent = text[element.dataset.message]
}
byId('payment').addEventListener('submit', event => {
  event.preventDefault()
  choose('pay')
})
byId('decline').addEventListener('click', () => choose('decline'))
byId('leave').addEventListener('click', () => choose('leave'))
load()
