import { md } from '../markdown'
import type { CategorySeed } from '../types'

export const code: CategorySeed = {
  id: 31,
  name: 'Чтение кода',
  tasks: [
    {
      id: 301,
      title: 'Проверка, которой нет',
      difficulty: 'easy',
      points: 50,
      important: true,
      status: 'active',
      description: md`
        Перед вами двенадцать обработчиков небольшого сервиса. Одиннадцать начинаются с проверки прав,
        один — нет. Найдите его, **не запуская** программу.

        ### Что сделать

        1. Прочитайте все обработчики и выпишите, какие права требует каждый.
        2. Объясните, что получит посторонний через забытый обработчик.
        3. Отправьте флаг: он записан в комментарии рядом с тестом, который эту ошибку пропустил.

        Хорошая привычка — искать не «плохой код», а **отсутствие** хорошего.
      `,
      flags: [{ id: 3011, prefix: 'flag', stem: 'every_route_needs_a_guard' }],
      hints: [
        {
          id: 3011,
          cost: 0,
          text: md`Отсортируйте обработчики по адресу: у забытого адрес отличается от соседнего одной буквой.`,
        },
      ],
      attachments: [{ name: 'handlers.zip', size: 18_240 }],
      competencies: [10, 1],
      gitlabId: 4301,
    },
    {
      id: 302,
      title: 'Сравнение строк и секунды',
      difficulty: 'medium',
      points: 125,
      important: true,
      status: 'active',
      description: md`
        Служба сравнивает присланный ключ с настоящим посимвольно и останавливается на первом различии.
        Значит, чем больше верных символов в начале, тем дольше она думает.

        \`\`\`go
        for i := range want {
            if got[i] != want[i] {
                return false
            }
            time.Sleep(2 * time.Millisecond) // «чтобы не перегружать базу»
        }
        \`\`\`

        Измерьте время ответа и подберите ключ символ за символом. Повторяйте каждое измерение несколько
        раз и берите медиану: сеть шумит.
      `,
      flags: [{ id: 3021, prefix: 'flag', stem: 'compare_in_constant_time' }],
      hints: [
        {
          id: 3021,
          cost: 10,
          text: md`Шестнадцать вариантов на символ, семь измерений на вариант — этого достаточно.`,
        },
      ],
      attachments: [{ name: 'token-check.tar.gz', size: 7730 }],
      lab: {
        expectedSeconds: 15,
        lifetimeSeconds: 3600,
        extendWindowSeconds: 900,
        endpoints: [{ label: 'Служба проверки', protocol: 'http', port: 8080 }],
        hasTerminal: false,
      },
      competencies: [10, 2],
      gitlabId: 4302,
    },
    {
      id: 303,
      title: 'Переполнение в счётчике',
      difficulty: 'hard',
      points: 200,
      important: false,
      status: 'active',
      description: md`
        Корзина магазина хранит цену и количество в 32-битных числах без знака. Произведение в них не
        помещается, а проверка лимита выполняется уже **после** умножения:

        \`\`\`c
        uint32_t total = price * count;
        if (total > LIMIT) return ERR_LIMIT;
        \`\`\`

        Подберите количество, при котором заказ на миллион рублей пройдёт проверку с итогом меньше ста.
        Флаг вычисляется из этого количества программой \`cart\`.
      `,
      flags: [{ id: 3031, prefix: 'flag', stem: 'check_before_multiply' }],
      hints: [
        {
          id: 3031,
          cost: 15,
          text: md`Ищите \`count\`, при котором \`price · count\` чуть больше числа, кратного 2³².`,
        },
      ],
      attachments: [{ name: 'cart.c', size: 4210 }],
      competencies: [10, 3],
      gitlabId: 4303,
    },
  ],
}
