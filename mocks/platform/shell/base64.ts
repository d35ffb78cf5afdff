export function encodeBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

/** Null for invalid Base64; bytes that aren't UTF-8 become replacement characters. */
export function decodeBase64(code: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(code.replaceAll(/\s/g, '')), character => character.charCodeAt(0))
    return new TextDecoder().decode(bytes)
  } catch {
    return null
  }
}
