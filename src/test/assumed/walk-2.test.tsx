import { walkWithout } from './walk'

walkWithout(2, 2)
