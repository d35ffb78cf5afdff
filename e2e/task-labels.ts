import { like, toLabels } from './messages'

/** The messages of the lab, the terminal and the flags of a task. */
export const taskLabels = toLabels({
  flags: 'task:flags.title',
  lab: 'lab:title',
  startLab: 'lab:start',
  starting: 'lab:state.starting',
  ready: 'lab:state.ready',
  off: 'lab:state.off',
  stop: 'lab:stop',
  stopTitle: 'lab:stop.title',
  stopConfirm: 'lab:stop.confirm',
  offerToStop: like('lab:solved.text'),
  pill: like(['lab:pill.starting', 'lab:pill.ready']),
  openTerminal: 'task:terminal.open',
  connected: 'terminal:state.ready',
  reconnecting: 'terminal:state.reconnecting',
  ended: 'terminal:state.ended',
  endedHelp: like('terminal:endedHelp'),
  copyScreen: 'terminal:copy',
  hideTerminal: 'terminal:hide',
  panes: 'task:panes.label',
  paneFlag: 'task:panes.flag',
  paneLab: 'task:panes.lab',
  paneTerminal: 'task:panes.terminal',
  send: 'task:send.label',
  wait: like('task:send.wait'),
})
