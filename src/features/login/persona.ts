/** A person of the simulated platform whom the login page offers in mock mode. */
export interface Persona {
  username: string
  password: string
  name: string
  /** What this person shows, in both languages, because the offer stands before any login. */
  about: { ru: string; en: string }
}
