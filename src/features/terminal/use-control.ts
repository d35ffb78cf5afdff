import { useSyncExternalStore } from 'react'
import { type Control, control } from './control'

export const useControl = (): Control => useSyncExternalStore(control.subscribe, control.get, control.get)
