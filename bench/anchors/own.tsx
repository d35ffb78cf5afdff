import { renderToStaticMarkup } from 'react-dom/server'
import { fileNameOf, safeFileName } from '../../src/lib/file-name'
import { safeRedirectTarget } from '../../src/lib/redirect'
import { MarkdownBody } from '../../src/ui/markdown/markdown-body'

const words = {
  copyCode: 'copy code',
  copied: 'copied',
  external: 'opens in a new tab',
  blockedImage: 'image not loaded',
  footnotes: 'notes',
  plainNotice: 'shown as it is',
  stepDone: 'done',
  stepOpen: 'open',
}

/** The product's own three, as the anchors' are asked. */
export const own = {
  markdown: (source: string): string =>
    renderToStaticMarkup(
      <MarkdownBody source={source} idPrefix="description-" imagePrefix="/files/" words={words} />,
    ),
  redirect: (address: string): string => safeRedirectTarget(address) ?? '/',
  fileName: (header: string): string => safeFileName(fileNameOf(header), '.ovpn', 'vpn-config.ovpn'),
}
