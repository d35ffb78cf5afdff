import type { CategorySeed } from '../types'
import { androidApp } from './reverse/android-app'
import { dotnetAssembly } from './reverse/dotnet-assembly'
import { firstElf } from './reverse/first-elf'
import { serialNumber } from './reverse/serial-number'
import { virtualMachine } from './reverse/virtual-machine'

export const reverse: CategorySeed = {
  id: 13,
  name: 'Реверс-инжиниринг',
  tasks: [firstElf, serialNumber, dotnetAssembly, androidApp, virtualMachine],
}
