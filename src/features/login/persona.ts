/** A user of the simulated platform, offered on the login page in mock mode. */
export interface Persona {
  username: string
  password: string
  name: string
  /** What this persona demonstrates, in both languages. */
  about: { ru: string; en: string }
}
