import { walkWithout } from './walk'

walkWithout(1, 2)
