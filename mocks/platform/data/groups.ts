import { group1 } from './group-1'
import { group2 } from './group-2'
import { group3 } from './group-3'
import { group4 } from './group-4'
import { group5 } from './group-5'
import { group6 } from './group-6'
import { group7 } from './group-7'
import { group8 } from './group-8'
import type { GroupSeed } from './types'

/** Every group of the simulated platform, in the order of their ids. */
export const groupSeeds: readonly GroupSeed[] = [
  group1,
  group2,
  group3,
  group4,
  group5,
  group6,
  group7,
  group8,
]
