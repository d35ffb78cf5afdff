import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getFileName, safeFileName } from './save-file'

const fallback = 'vpn-config.ovpn'
const saved = (header: string | null) => safeFileName(getFileName(header), '.ovpn', fallback)

describe('D01 without a usable name the file is vpn-config.ovpn', () => {
  test.each([
    [null],
    [''],
    ['attachment'],
    ['attachment; filename='],
    ['attachment; filename=""'],
    ['attachment; filename*='],
    ["attachment; filename*=UTF-8''"],
    ["attachment; filename*=UTF-8''%E0%A4%A"],
    ["attachment; filename*=UTF-8''%zz"],
    ["attachment; filename*=KOI8-R''%CB"],
    ["attachment; filename*=UTF-8''%FF%FE"],
    ['attachment; filename="..."'],
    ['attachment; filename="../"'],
    ['attachment; filename=".ovpn"'],
    ['attachment; filename="\u200B\u202E"'],
    ['attachment; filename="unfinished'],
    ["attachment; filename*=XUTF-8''a.ovpn"],
    ["attachment; filename*=UTF-8X''a.ovpn"],
    ["attachment; filename*=XISO-8859-1''a.ovpn"],
    ["attachment; filename*=ISO-8859-15''a.ovpn"],
    ['attachment; filename*="?UTF-8\'\'a.ovpn"'],
    ["attachment; filename*=UTF-8''ключ.ovpn"],
    [`attachment; ${'x'.repeat(4096)}; filename=late.ovpn`],
    [';;;==="'],
  ])('%s', header => {
    expect(saved(header)).toBe(fallback)
  })
})

describe('D02 sanitizes hostile names', () => {
  test.each([
    ['attachment; filename="flagship-1.ovpn"', 'flagship-1.ovpn'],
    ['attachment;filename=flagship-1.ovpn', 'flagship-1.ovpn'],
    ['attachment; FileName = flagship-1.OVPN ; size=3', 'flagship-1.ovpn'],
    ['attachment; size=3; filename="a; filename=b.ovpn"', 'a; filename=b.ovpn'],
    [String.raw`attachment; filename="say \"hi\".ovpn"`, 'say _hi_.ovpn'],
    ['attachment; filename="first.ovpn"; filename="second.ovpn"', 'first.ovpn'],
    ['attachment; filename="../../x"', 'x.ovpn'],
    [String.raw`attachment; filename="C:\x"`, 'x.ovpn'],
    [String.raw`attachment; filename="C:\\Windows\\x.ovpn"`, 'x.ovpn'],
    ['attachment; filename="C:x"', 'x.ovpn'],
    ['attachment; filename="CON"', '_CON.ovpn'],
    ['attachment; filename="con.ovpn"', '_con.ovpn'],
    ['attachment; filename="Lpt1.a.ovpn"', '_Lpt1.a.ovpn'],
    ['attachment; filename="console.ovpn"', 'console.ovpn'],
    ['attachment; filename="COM1 .x.ovpn"', '_COM1 .x.ovpn'],
    ['attachment; filename="com\xb9.ovpn"', '_com¹.ovpn'],
    ['attachment; filename="coma.ovpn"', 'coma.ovpn'],
    ['attachment; filename="two   words.ovpn"', 'two words.ovpn'],
    ['attachment; name="form.ovpn"; filename="real.ovpn"', 'real.ovpn'],
    ["attachment; filename*=UTF-8''a%E2%80%AEnpvo.exe", 'anpvo.exe.ovpn'],
    ['attachment; filename="a.ovpn.exe"', 'a.ovpn.exe.ovpn'],
    ['attachment; filename=".bashrc"', 'bashrc.ovpn'],
    ['attachment; filename="--config"', 'config.ovpn'],
    ["attachment; filename*=UTF-8''a%00b%0D%0Ac%07.ovpn", 'abc.ovpn'],
    ['attachment; filename="ab:c|d?.ovpn"', 'ab_c_d_.ovpn'],
    ['attachment; filename="name. . .ovpn"', 'name.ovpn'],
    ["attachment; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd", 'passwd.ovpn'],
  ])('%s', (header, name) => {
    expect(saved(header)).toBe(name)
  })

  test('truncates 300 characters to 100 without splitting one', () => {
    expect(saved(`attachment; filename="${'x'.repeat(300)}"`)).toBe(`${'x'.repeat(95)}.ovpn`)
    const flags = safeFileName('🚩'.repeat(300), '.ovpn', fallback)
    expect(flags).toMatch(/^(?:🚩)+\.ovpn$/u)
    expect(flags.length).toBeLessThanOrEqual(100)
    expect(new TextEncoder().encode(safeFileName('漢'.repeat(300), '.ovpn', fallback)).length).toBeLessThan(
      256,
    )
  })
})

describe('D03 prefers the extended name and keeps other alphabets', () => {
  const cyrillic = encodeURIComponent('ключ Анны.ovpn')
  test.each([
    [`attachment; filename="key.ovpn"; filename*=UTF-8''${cyrillic}`, 'ключ Анны.ovpn'],
    [`attachment; filename*=utf-8'ru'${cyrillic}; filename="key.ovpn"`, 'ключ Анны.ovpn'],
    [`attachment; filename*="UTF-8''${cyrillic}"`, 'ключ Анны.ovpn'],
    ["attachment; filename=key.ovpn; filename*=UTF-8''%E0%A4%A", 'key.ovpn'],
    ["attachment; filename*=ISO-8859-1''%A3%20rates.ovpn", '£ rates.ovpn'],
    // Browsers pass UTF-8 bytes of a header as Latin-1.
    [`attachment; filename="${Buffer.from('ключ.ovpn').toString('latin1')}"`, 'ключ.ovpn'],
    ['attachment; filename="\xa3.ovpn"', '£.ovpn'],
    ['attachment; filename="ключ.ovpn"', 'ключ.ovpn'],
    ['attachment; filename="£ и.ovpn"', '£ и.ovpn'],
  ])('%s', (header, name) => {
    expect(saved(header)).toBe(name)
  })
})

test('D03 decodes every name encoded by RFC 5987', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), name => {
      const encoded = encodeURIComponent(name).replace(/['()*]/g, one => `%${one.charCodeAt(0).toString(16)}`)
      expect(getFileName(`attachment; filename*=UTF-8''${encoded}`)).toBe(name)
    }),
    { seed: 5987, numRuns: 300 },
  )
})
