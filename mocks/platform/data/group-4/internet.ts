import { md } from '../markdown'
import type { CategorySeed } from '../types'

export const internet: CategorySeed = {
  id: 42,
  name: 'Интернет',
  tasks: [
    {
      id: 404,
      title: 'Из чего состоит запрос',
      difficulty: 'easy',
      points: 75,
      important: false,
      status: 'active',
      description: md`
        Справочная вокзала отвечает по-разному в зависимости от заголовков запроса. Попросите страницу
        \`/timetable\` **на эсперанто**, представьтесь программой \`Train/1.0\` и скажите, что пришли со
        страницы \`/platform\`.

        \`\`\`bash
        curl -v -H 'Заголовок: значение' http://station.example:8080/timetable
        \`\`\`
      `,
      flags: [{ id: 4041, prefix: 'flag', stem: 'headers_are_input' }],
      hints: [
        {
          id: 4041,
          cost: 0,
          text: md`Язык — \`Accept-Language\`, программа — \`User-Agent\`, прежняя страница — \`Referer\`.`,
        },
      ],
      attachments: [],
      lab: {
        expectedSeconds: 15,
        lifetimeSeconds: 3600,
        extendWindowSeconds: 900,
        endpoints: [{ label: 'Справочная', protocol: 'http', port: 8080 }],
        hasTerminal: false,
      },
      competencies: [5, 1],
    },
    {
      id: 405,
      title: 'Сертификат с изъяном',
      difficulty: 'medium',
      points: 100,
      important: true,
      status: 'active',
      description: md`
        Один сервер обслуживает четыре сайта и показывает один сертификат на всех. В нём перечислены все
        имена, даже то, которое ещё не объявлено. Найдите его и откройте нужный сайт.

        \`\`\`bash
        openssl s_client -connect 192.0.2.40:8443 -servername www.example </dev/null 2>/dev/null \
          | openssl x509 -noout -ext subjectAltName
        \`\`\`
      `,
      flags: [{ id: 4051, prefix: 'flag', stem: 'names_in_the_certificate' }],
      hints: [
        {
          id: 4051,
          cost: 10,
          text: md`
            Чтобы открыть сайт по имени, которого нет в DNS, используйте \`curl --resolve
            имя:8443:192.0.2.40\`.
          `,
        },
      ],
      attachments: [],
      lab: {
        expectedSeconds: 15,
        lifetimeSeconds: 3600,
        extendWindowSeconds: 900,
        endpoints: [{ label: 'Сайт с четырьмя именами', protocol: 'https', port: 8443 }],
        hasTerminal: false,
      },
      competencies: [5, 2],
    },
  ],
}
