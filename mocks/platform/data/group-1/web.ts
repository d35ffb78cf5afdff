import type { CategorySeed } from '../types'
import { couponRace } from './web/coupon-race'
import { foreignOrder } from './web/foreign-order'
import { gitLeftovers } from './web/git-leftovers'
import { pageSource } from './web/page-source'
import { pathTraversal } from './web/path-traversal'
import { serverRequest } from './web/server-request'
import { sqlInjection } from './web/sql-injection'
import { storedScript } from './web/stored-script'
import { templateInjection } from './web/template-injection'
import { unsignedToken } from './web/unsigned-token'
import { xmlEntities } from './web/xml-entities'

export const web: CategorySeed = {
  id: 11,
  name: 'Веб',
  tasks: [
    pageSource,
    foreignOrder,
    pathTraversal,
    sqlInjection,
    templateInjection,
    unsignedToken,
    gitLeftovers,
    serverRequest,
    storedScript,
    xmlEntities,
    couponRace,
  ],
}
