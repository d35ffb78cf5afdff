import { tryScenes } from './run'
import { scenesOf } from './scenes'

tryScenes(scenesOf('groups'))
