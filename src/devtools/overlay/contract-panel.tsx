/** What the answers of this page have shown of a server that leaves the contract; needs no props. */
export function ContractPanel() {
  return null
}
