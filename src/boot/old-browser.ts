// Inlined into index.html, in the syntax of old browsers, which get this text instead of a page that can't respond
// (docs/browsers.md): no arrow, no template, no `?.`.

var root = document.getElementById('root') as HTMLElement
var notStarted = document.getElementById('not-started')

function addText(language: string, text: string): void {
  var line = document.createElement('p')
  line.lang = language
  line.appendChild(document.createTextNode(text))
  line.style.cssText = 'max-width: 32em; margin: 2em auto; padding: 0 1em; font: 18px/1.5 sans-serif'
  document.body.insertBefore(line, root)
}

if (!(window.CSS && 'registerProperty' in CSS && window.URL && 'canParse' in URL)) {
  root.style.display = 'none'
  if (notStarted) notStarted.style.display = 'none'
  addText(
    'ru',
    'Браузер устарел: «Флагман» в нём не работает. Нужен Chrome, Edge или Яндекс Браузер на Chromium 120, Firefox 128, Safari 17 или новее.',
  )
  addText(
    'en',
    'This browser is too old for Flagship. Use Chrome, Edge or another browser with Chromium 120, Firefox 128, Safari 17 or newer.',
  )
}

export {}
