import type { CategorySeed } from '../types'
import { lengthExtension } from './crypto/length-extension'
import { nestedEncodings } from './crypto/nested-encodings'
import { paddingOracle } from './crypto/padding-oracle'
import { relatedModuli } from './crypto/related-moduli'
import { repeatingKey } from './crypto/repeating-key'
import { smallExponent } from './crypto/small-exponent'

export const crypto: CategorySeed = {
  id: 12,
  name: 'Криптография',
  tasks: [repeatingKey, smallExponent, relatedModuli, paddingOracle, lengthExtension, nestedEncodings],
}
