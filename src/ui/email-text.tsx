/** An e-mail address, told apart from the words around it: whole on a line, and where it is too long, broken before its @. */
export function EmailText({ email }: { email: string }) {
  const at = Math.max(0, email.lastIndexOf('@'))
  return (
    <bdi className="inline-block max-w-full font-semibold [overflow-wrap:anywhere]">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </bdi>
  )
}
