import { tryScenes } from './run'

tryScenes('tasks')
