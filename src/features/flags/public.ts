import { lazyComponent } from '../../i18n/lazy-component'

export const FlagBar = lazyComponent(async () => (await import('./flag-bar')).FlagBar, 'task')
