import { tryScenes } from './run'

tryScenes('account')
