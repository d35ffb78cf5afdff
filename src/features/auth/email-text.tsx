/** An email address that breaks before its @ when it is too long for a line. */
export function EmailText({ email }: { email: string }) {
  const at = Math.max(0, email.lastIndexOf('@'))
  return (
    <bdi translate="no" className="inline-block max-w-full font-semibold [overflow-wrap:anywhere]">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </bdi>
  )
}
