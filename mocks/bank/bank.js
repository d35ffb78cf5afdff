/**
 * The page of the simulated bank. It stands alone, as a real bank's would: it knows the site only by the two values
 * of its own address, the attempt that is paid for and the origin that its frame goes back to.
 */

const words = {
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
  const preferred = navigator.languages.map(tag => tag.slice(0, 2)).find(tag => tag in words)
  return cookie ?? preferred ?? 'ru'
}

const language = chooseLanguage()
const text = words[language]
const address = new URLSearchParams(location.search)
const attempt = address.get('attempt') ?? ''
const returnTo = address.get('return') ?? ''
const part = id => document.getElementById(id)

/** Refusals of the bank that a person can do something about; any other one is a bank that does not answer. */
const refusals = { 'order not found': text.missing, 'return address not allowed': text.address }

async function ask(options) {
  const search = new URLSearchParams({ return: returnTo })
  // Which of several simulated platforms of a server the order is of.
  const db = address.get('mock-db')
  if (db !== null) search.set('mock-db', db)
  const url = `/mock-bank/orders/${encodeURIComponent(attempt)}?${search}`
  const response = await fetch(url, options)
  if (isAwake || isOfBank(response)) return { status: response.status, body: await response.json() }
  await wake()
  return ask(options)
}

/** A server without a platform of its own says that it has none, or sends the page of the site. */
function isOfBank({ status, headers }) {
  return status !== 503 && (headers.get('content-type') ?? '').startsWith('application/json')
}

/** An address of the site: nothing that is to be built into this page. */
const platform = '/mock-bank/platform.js'
let isAwake = false

/** The site's page simulates the platform for the frames in it. In a tab of its own this page has to do that itself. */
async function wake() {
  isAwake = true
  await import(platform)
}

function money({ amount, currency }) {
  const shape = { style: 'currency', currency, currencyDisplay: 'narrowSymbol', minimumFractionDigits: 0 }
  return new Intl.NumberFormat(language, shape).format(amount / 100)
}

function showOrder(order) {
  const isOpen = order.state === 'open'
  part('state').textContent = isOpen ? (order.reason ? text.rejected : '') : text[order.state]
  part('exam').textContent = order.exam
  part('attempt').textContent = `${text.sign}${order.attempt}`
  part('amount').textContent = order.amount === undefined ? '' : money(order)
  part('pay').textContent = order.amount === undefined ? text.pay : `${text.pay} ${money(order)}`
  part('leave').textContent = isOpen ? text.cancel : text.back
  part('order').hidden = false
  part('payment').hidden = !isOpen
  part('leave').hidden = false
}

async function load() {
  part('state').textContent = text.loading
  try {
    const { status, body } = await ask()
    part('state').textContent = ''
    if (status === 200) showOrder(body)
    else part('error').textContent = refusals[body.detail] ?? text.broken
  } catch {
    part('state').textContent = ''
    part('error').textContent = text.broken
  }
}

function setBusy(isBusy) {
  for (const button of document.querySelectorAll('button')) button.disabled = isBusy
  part('state').textContent = isBusy ? text.sending : ''
}

async function choose(choice) {
  part('error').textContent = ''
  setBusy(true)
  try {
    const body = JSON.stringify({ choice, return: returnTo })
    const headers = { 'content-type': 'application/json' }
    const answer = await ask({ method: 'POST', headers, body })
    if (answer.status === 200) {
      // The site's own page in the place of this one, and no way back to an order that is done with.
      location.replace(answer.body.location)
      return
    }
    setBusy(false)
    if (answer.status === 409) await load()
    else part('error').textContent = refusals[answer.body.detail] ?? text.broken
  } catch {
    // The order may have been made all the same.
    setBusy(false)
    part('error').textContent = text.lost
  }
}

document.documentElement.lang = language
document.title = text.bank
for (const element of document.querySelectorAll('[data-word]')) {
  element.textContent = text[element.dataset.word]
}
part('payment').addEventListener('submit', event => {
  event.preventDefault()
  choose('pay')
})
part('decline').addEventListener('click', () => choose('decline'))
part('leave').addEventListener('click', () => choose('leave'))
load()
