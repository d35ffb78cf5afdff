import { tryScenes } from './run'

tryScenes('groups')
