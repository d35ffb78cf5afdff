import { tryScenes } from './run'

tryScenes('pages')
