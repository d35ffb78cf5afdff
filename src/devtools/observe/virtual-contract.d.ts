declare module 'virtual:contract' {
  /** The bundled OpenAPI document, see `scripts/lib/contract-plugin.ts`. */
  export const document: Readonly<Record<string, unknown>>
}
