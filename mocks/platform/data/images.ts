/**
 * Pictures of task descriptions, by the file name that follows `/files/images/`. SVG with a background of its own,
 * so that they can be read in both themes.
 */
export const taskImages: Readonly<Record<string, string>> = {
  'ssrf-map.svg': drawing(720, 150, [
    box(20, 25, 170, 'Посетитель', 'снаружи'),
    arrow(190, 60, 270, 60),
    box(270, 25, 190, 'Проверка ссылок', 'порт 8080'),
    arrow(460, 60, 540, 60),
    box(540, 25, 160, 'Панель', 'порт 9000'),
    note(365, 128, 'Один узел: для панели это «свой» запрос'),
  ]),
  'cbc-decrypt.svg': drawing(640, 300, [
    box(40, 20, 170, 'C[i − 1]', 'можно менять'),
    box(400, 20, 170, 'C[i]', 'оставить как есть'),
    arrow(485, 90, 485, 120),
    box(400, 120, 170, 'AES, ключ', 'неизвестен'),
    arrow(485, 190, 485, 220),
    arrow(125, 90, 400, 245),
    box(400, 220, 170, '⊕ → P[i]', 'открытый текст'),
  ]),
  'incident-timeline.svg': drawing(760, 135, [
    arrow(30, 70, 740, 70),
    moment(90, '11:38', 'письмо'),
    moment(280, '11:40', 'документ открыт'),
    moment(470, '11:41', 'первый запрос наружу'),
    moment(660, '12:05', 'снят образ памяти'),
  ]),
  'pivot-map.svg': drawing(720, 150, [
    box(20, 25, 180, 'Пограничный узел', '192.0.2.10'),
    arrow(200, 60, 265, 60),
    box(265, 25, 190, 'База данных', '198.51.100.10'),
    arrow(455, 60, 520, 60),
    box(520, 25, 180, 'Бухгалтерия', '203.0.113.10'),
    note(360, 128, 'Каждый узел виден только с предыдущего'),
  ]),
}

function drawing(width: number, height: number, parts: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`,
    ' font-family="system-ui, sans-serif" text-anchor="middle">',
    `<rect width="${width}" height="${height}" rx="12" fill="#f4f6fa"/>`,
    ...parts,
    '</svg>',
  ].join('')
}

function box(x: number, y: number, width: number, title: string, detail: string): string {
  const middle = x + width / 2
  return (
    `<rect x="${x}" y="${y}" width="${width}" height="70" rx="8" fill="#ffffff" stroke="#4b5b78" stroke-width="2"/>` +
    text(middle, y + 30, 17, '#16202f', title) +
    text(middle, y + 53, 13, '#4b5b78', detail)
  )
}

function arrow(fromX: number, fromY: number, toX: number, toY: number): string {
  const angle = Math.atan2(toY - fromY, toX - fromX)
  const barb = (turn: number) =>
    `${(toX - 10 * Math.cos(angle + turn)).toFixed(1)},${(toY - 10 * Math.sin(angle + turn)).toFixed(1)}`
  return (
    `<path d="M${fromX} ${fromY}L${toX} ${toY}" stroke="#2f5fd0" stroke-width="2"/>` +
    `<path d="M${toX},${toY} ${barb(0.45)} ${barb(-0.45)}Z" fill="#2f5fd0"/>`
  )
}

function moment(x: number, time: string, what: string): string {
  return (
    `<circle cx="${x}" cy="70" r="7" fill="#2f5fd0"/>` +
    text(x, 48, 17, '#16202f', time) +
    text(x, 105, 14, '#4b5b78', what)
  )
}

function note(x: number, y: number, words: string): string {
  return text(x, y, 14, '#4b5b78', words)
}

function text(x: number, y: number, size: number, color: string, words: string): string {
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${color}">${words}</text>`
}
