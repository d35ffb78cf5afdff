export const createElement = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  text = '',
): HTMLElementTagNameMap[Tag] => Object.assign(document.createElement(tag), { textContent: text })

export const createButton = (label: string, value = ''): HTMLButtonElement =>
  Object.assign(createElement('button', label), { type: 'button' as const, value })
