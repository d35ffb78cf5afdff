import { like, toLabels } from './messages'

/** The messages of a profile for its owner, for other users and for visitors. */
export const profileLabels = toLabels({
  own: 'competencies:own',
  panel: 'sharing:title',
  isPrivate: 'sharing:state.private',
  isPublic: 'sharing:state.public',
  publish: 'sharing:publish',
  link: 'sharing:link.label',
  copy: 'sharing:link.copy',
  copied: 'sharing:link.copied',
  preview: like('sharing:preview'),
  hide: 'sharing:hide',
  hideQuestion: 'sharing:hide.title',
  keep: 'sharing:hide.cancel',
  dead: 'sharing:dead.title',
  list: 'competencies:list.title',
  another: like('competencies:other'),
  closed: 'competencies:private.title',
  unknown: 'competencies:unknown.title',
})
