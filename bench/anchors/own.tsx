import { renderToStaticMarkup } from 'react-dom/server'
import { fileNameOf, safeFileName } from '../../src/lib/file-name'
import { safeRedirectTarget } from '../../src/lib/redirect'
import { markdownWords } from '../../src/test/bad-inputs/markdown'
import { MarkdownBody } from '../../src/ui/markdown/markdown-body'

/** The product's own three, as the anchors' are asked. */
export const own = {
  markdown: (source: string): string =>
    renderToStaticMarkup(
      <MarkdownBody source={source} idPrefix="description-" imagePrefix="/files/" words={markdownWords} />,
    ),
  redirect: (address: string): string => safeRedirectTarget(address) ?? '/',
  fileName: (header: string): string => safeFileName(fileNameOf(header), '.ovpn', 'vpn-config.ovpn'),
}
