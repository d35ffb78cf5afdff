import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const nightLogon: TaskSeed = {
  id: 127,
  title: 'Ночной вход',
  difficulty: 'medium',
  points: 150,
  important: false,
  status: 'active',
  description: md`
    Журнал безопасности Windows помнит каждый вход. В файле \`Security.evtx\` — сорок тысяч событий за
    неделю, и где-то среди них чужой человек, который подобрал пароль и вошёл через удалённый рабочий
    стол.

    ### Коды событий

    | Код | Что случилось |
    |---|---|
    | 4624 | успешный вход |
    | 4625 | неудачная попытка |
    | 4672 | вход с особыми правами |
    | 4688 | запущен процесс |
    | 4720 | создана учётная запись |

    Важен и **тип входа**: 2 — за клавиатурой, 3 — по сети, 5 — служба, 10 — удалённый рабочий стол.

    ### Задание

    Найдите созданную нарушителем учётную запись. Флаг — в её отображаемом имени.

    Разобрать журнал без Windows поможет \`evtx_dump\`:

    \`\`\`bash
    evtx_dump -o jsonl Security.evtx > events.jsonl
    jq -r '.Event.System.EventID' events.jsonl | sort | uniq -c | sort -rn
    \`\`\`
  `,
  flags: [{ id: 1271, prefix: 'flag', stem: 'logon_type_ten' }],
  hints: [
    {
      id: 1271,
      cost: 0,
      text: md`Сначала найдите серию событий 4625 с одного адреса, затем первое 4624 с того же адреса.`,
    },
    {
      id: 1272,
      cost: 10,
      text: md`
        Событие 4720 случилось через три минуты после входа, но поле \`DisplayName\` в нём пустое. Имя
        задали позже: это событие 4738.
      `,
    },
  ],
  attachments: [{ name: 'Security.evtx', size: 5_312_512 }],
  competencies: [4],
  gitlabId: 4127,
}
