import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const dotnetAssembly: TaskSeed = {
  id: 121,
  title: 'Сборка с секретом',
  difficulty: 'medium',
  points: 125,
  important: false,
  status: 'active',
  description: md`
    Касса кинотеатра написана на C# и поставляется как сборка .NET. Внутри — не машинный код, а
    промежуточный язык IL: с именами классов, методов и полей. Декомпилятор восстанавливает из него
    почти исходный текст.

    ### Что дано

    Файл \`Cashbox.dll\`. В кассе есть «инженерный режим», который открывается паролем дня.

    ### Задание

    1. Откройте сборку в ILSpy или другом декомпиляторе.
    2. Найдите класс, отвечающий за инженерный режим.
    3. Выясните, как из даты получается пароль и чем расшифровывается строка \`EngineerMessage\`.
    4. Расшифруйте строку — это и есть флаг.

    Запускать программу не нужно, достаточно прочитать код и повторить вычисление.

    \`\`\`csharp
    // Так выглядит вызов в декомпиляторе
    if (Vault.Check(input, DateOnly.FromDateTime(clock.Now)))
    {
        Console.WriteLine(Vault.Open(EngineerMessage));
    }
    \`\`\`
  `,
  flags: [{ id: 1211, prefix: 'flag', stem: 'bytecode_is_almost_source' }],
  hints: [
    {
      id: 1211,
      cost: 0,
      text: md`
        Ключ расшифрования не связан с паролем дня. Посмотрите статический конструктор класса \`Vault\`.
      `,
    },
    {
      id: 1212,
      cost: 10,
      text: md`
        Массив байтов складывается по XOR с маркером открытого ключа сборки. Его показывает команда
        \`sn -T Cashbox.dll\` и любой декомпилятор в заголовке.
      `,
    },
  ],
  attachments: [{ name: 'Cashbox.dll', size: 34_816 }],
  competencies: [3],
  gitlabId: 4121,
}
