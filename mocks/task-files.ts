/** Attachments with real content, for tasks that can only be solved with it: each contains its task's flag. */

const utf8 = new TextEncoder()

/** By task id. The same bytes in every database, as their flags are the same for all users. */
export const taskFiles: Record<number, { name: string; bytes: () => Uint8Array<ArrayBuffer> }> = {
  101: { name: 'landing-page.zip', bytes: () => zip(landingPage) },
  113: { name: 'letter.bin', bytes: () => xor(utf8.encode(letter), utf8.encode('harbour')) },
  114: { name: 'public.txt', bytes: () => utf8.encode(publicText('flag{cube_root_is_enough}')) },
  118: { name: 'nested.txt', bytes: () => utf8.encode(nested('flag{encoding_hides_nothing}')) },
}

const landingPage = {
  'landing-page/index.html': `<!doctype html>
<html lang="ru">
<head>
  <meta charset="utf-8">
  <title>Полярная сова: дизайн-студия</title>
  <link rel="stylesheet" href="css/base.css">
  <link rel="stylesheet" href="css/theme.css">
</head>
<body>
  <header>
    <img src="img/owl.svg" alt="" width="96" height="96">
    <h1>Полярная сова</h1>
    <p>Айдентика, сайты и вывески, которые видно в метель.</p>
  </header>
  <!-- Для вёрстки: пароль тестового стенда, часть 1 из 2: flag{look_behind_
       Вторая часть там, где цвета. Убрать до запуска! -->
  <main>
    <h2>Что мы делаем</h2>
    <ul>
      <li>Логотипы и фирменный стиль</li>
      <li>Сайты и лендинги</li>
      <li>Навигация для зданий</li>
    </ul>
    <button id="call">Позвать сову</button>
    <p id="answer" hidden>Сова уже летит.</p>
  </main>
  <script src="js/page.js"></script>
</body>
</html>
`,
  'landing-page/css/base.css': `body { max-width: 40rem; margin: 2rem auto; padding: 0 1rem; font-family: sans-serif; }
header { text-align: center; }
button { padding: 0.5rem 1rem; }
`,
  'landing-page/css/theme.css': `body { background: #f3f7fb; color: #10202f; }
h1, h2 { color: #1c4f82; }
/* Часть 2 из 2: the_page} */
button { background: #1c4f82; color: #ffffff; border: 0; border-radius: 0.5rem; }
`,
  'landing-page/js/page.js': `document.getElementById('call').addEventListener('click', () => {
  document.getElementById('answer').hidden = false
})
`,
  'landing-page/img/owl.svg': `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">
  <ellipse cx="48" cy="54" rx="30" ry="36" fill="#dce8f3"/>
  <circle cx="37" cy="42" r="9" fill="#ffffff" stroke="#1c4f82"/>
  <circle cx="59" cy="42" r="9" fill="#ffffff" stroke="#1c4f82"/>
  <circle cx="37" cy="42" r="3"/><circle cx="59" cy="42" r="3"/>
  <path d="M44 52h8l-4 8z" fill="#e0a030"/>
</svg>
`,
}

const letter = `Dear colleague,

the inspection of the northern pier is moved to Thursday. Please bring the
drawings of the crane and the list of spare parts, and do not forget the keys
of the warehouse: the guard will not open it for anyone without a letter.

The password of the shared folder is in the last line, as always.

With kind regards,
the harbour master

flag{xor_likes_patterns}
`

function xor(data: Uint8Array, key: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(data, (byte, at) => byte ^ (key[at % key.length] ?? 0))
}

/** A 2048-bit RSA modulus, and a short unpadded message cubed. */
function publicText(flag: string): string {
  const message = utf8.encode(flag).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  // The task doesn't ask for the factors.
  const n = (2n ** 1024n - 105n) * (2n ** 1024n - 1093337n)
  return `n = ${n}\ne = 3\nc = ${message ** 3n}\n`
}

/** From the inside out: ROT13, URL, hex, Base32, Base64. */
function nested(flag: string): string {
  const rotated = flag.replace(/[a-z]/g, letter =>
    String.fromCharCode(((letter.charCodeAt(0) - 84) % 26) + 97),
  )
  const url = toHex(rotated).replace(/../g, '%$&')
  return `${btoa(base32(toHex(url)))}\n`
}

const toHex = (text: string): string =>
  [...utf8.encode(text)].map(byte => byte.toString(16).padStart(2, '0')).join('')

function base32(text: string): string {
  const bits = [...utf8.encode(text)].map(byte => byte.toString(2).padStart(8, '0')).join('')
  const letters = (bits.match(/.{1,5}/g) ?? []).map(
    five => base32Letters[Number.parseInt(five.padEnd(5, '0'), 2)],
  )
  return letters.join('').padEnd(Math.ceil(letters.length / 8) * 8, '=')
}

const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A ZIP archive of stored (uncompressed) files: local headers, central directory, end record. */
function zip(files: Record<string, string>): Uint8Array<ArrayBuffer> {
  const entries = Object.entries(files).map(([name, text]) => ({
    name: utf8.encode(name),
    data: utf8.encode(text),
  }))
  const local: number[] = []
  const directory: number[] = []
  for (const { name, data } of entries) {
    // Version 2.0, UTF-8 names, stored, 1 September 2026.
    const about = [...u16(20), ...u16(0x0800), ...u16(0), ...u16(0), ...u16(0x5d21), ...u32(crc32(data))]
    const sizes = [...u32(data.length), ...u32(data.length), ...u16(name.length), ...u16(0)]
    directory.push(...u32(0x02014b50), ...u16(20), ...about, ...sizes)
    directory.push(...u16(0), ...u16(0), ...u16(0), ...u32(0), ...u32(local.length), ...name)
    local.push(...u32(0x04034b50), ...about, ...sizes, ...name, ...data)
  }
  const count = u16(entries.length)
  const end = [
    ...u32(0x06054b50),
    ...u32(0),
    ...count,
    ...count,
    ...u32(directory.length),
    ...u32(local.length),
    ...u16(0),
  ]
  return Uint8Array.from([...local, ...directory, ...end])
}

const u16 = (value: number): number[] => [value & 255, (value >>> 8) & 255]
const u32 = (value: number): number[] => [...u16(value), ...u16(value >>> 16)]

function crc32(data: Uint8Array): number {
  let sum = ~0
  for (const byte of data) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (0xedb88320 & -(sum & 1))
  }
  return ~sum >>> 0
}
