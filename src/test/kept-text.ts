import type { RenderedRoute } from './render-route'

/** All that the page remembers outside of its components, as one text: no secret may be in it. */
export const getKeptText = (
  { queryClient, router }: RenderedRoute,
  areas: readonly Storage[] = [localStorage, sessionStorage],
): string => {
  const queries = queryClient.getQueryCache().getAll()
  const mutations = queryClient.getMutationCache().getAll()
  return JSON.stringify([
    queries.map(({ queryKey, state }) => [queryKey, state]),
    mutations.map(({ options, state }) => [options.mutationKey, state]),
    areas.map(area => ({ ...area })),
    [document.cookie, history.state, router.state.location],
  ])
}
