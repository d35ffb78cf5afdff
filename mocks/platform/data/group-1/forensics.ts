import type { CategorySeed } from '../types'
import { deletedFile } from './forensics/deleted-file'
import { httpCapture } from './forensics/http-capture'
import { memoryDump } from './forensics/memory-dump'
import { nightLogon } from './forensics/night-logon'
import { pngChunk } from './forensics/png-chunk'
import { webServerLog } from './forensics/web-server-log'

export const forensics: CategorySeed = {
  id: 14,
  name: 'Форензика',
  tasks: [httpCapture, memoryDump, deletedFile, nightLogon, webServerLog, pngChunk],
}
