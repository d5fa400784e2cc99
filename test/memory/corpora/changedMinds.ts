/**
 * Pairs of memories of one person, the earlier first, one pair per line: `earlier | later`. Written on 1 December 2026, before the rules for
 * contradictions were widened and without looking at the simulated life's misses. Even lines were there to develop with, odd ones were
 * only counted at the end.
 */
const pairs = (text: string): readonly (readonly [earlier: string, later: string])[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [earlier = '', later = ''] = line.split('|').map((part) => part.trim());
      return [earlier, later];
    });

/** The later one takes the place of the earlier: the person has to be asked. */
export const CHANGED = pairs(`
Our standup is at 9:15. | Our standup is at 10.
The landlord's name is Mr Okafor. | The landlord's name is Mrs Brandt.
My flight leaves at 7:40. | My flight leaves at 9:05.
The invoice goes to accounting@a.example. | The invoice goes to billing@b.example.
I park on level 3. | I park on level 5.
The deploy runs on Jenkins. | The deploy runs on Buildkite.
My son goes to Lincoln Primary. | My son goes to Hillside School.
The backup starts at midnight. | The backup starts at 3 am.
My therapist is called Joan. | My therapist is called Maren.
Helena sits in room 204. | Helena sits in room 310.
Our domain is registered with Gandi. | Our domain is registered with Namecheap.
I take the 8:12 train to work. | I take the 8:42 train to work.
The keynote is given by Dr Lund. | The keynote is given by Dr Abebe.
My doctor put me on 10 mg. | My doctor put me on 20 mg.
The gym membership costs 39 euros a month. | The gym membership costs 45 euros a month.
My grandmother is 84. | My grandmother is 85.
The staging server runs Debian 11. | The staging server runs Debian 12.
Our logo is green. | Our logo is blue.
The kickoff takes place in Vienna. | The kickoff takes place in Zurich.
My locker number is 117. | My locker number is 231.
The retro is moderated by Aisha. | The retro is moderated by Kofi.
The printer stands in the hallway. | The printer stands in the library.
I live in Oslo. | I moved to Bergen last month.
My manager is Carla. | My new manager is Devon.
The demo is on Thursday. | The demo got moved to Friday.
I am a vegetarian. | I eat meat again.
I work at Lidl. | I started at Aldi this week.
The launch is planned for June. | We postponed the launch to September.
The alarm code of the office is 4471. | The alarm code of the office is 9023.
Nils reports to Edith. | Nils reports to Bastian.
Unser Vermieter heißt Krause. | Unser Vermieter heißt Albrecht.
Die Besprechung beginnt um 14 Uhr. | Die Besprechung beginnt um 15 Uhr.
Das Paket geht an die Filiale in Lehe. | Das Paket geht an die Filiale in Mitte.
Meine Hausärztin ist Frau Dr. Sommer. | Meine Hausärztin ist Frau Dr. Winter.
Ich fahre mit dem Bus zur Arbeit. | Ich fahre mit dem Rad zur Arbeit.
Der Server läuft auf Port 8080. | Der Server läuft auf Port 9090.
Die Miete beträgt 780 Euro. | Die Miete beträgt 810 Euro.
Jonas besucht die Waldschule. | Jonas besucht die Bergschule.
Mon rendez-vous est à 10 h. | Mon rendez-vous est à 11 h 30.
Le chantier commence le 4 mai. | Le chantier commence le 18 mai.
Mon voisin s'appelle Marcel. | Mon voisin s'appelle Thierry.
La reunión empieza a las nueve. | La reunión empieza a las once.
Mi casero se llama Ramón. | Mi casero se llama Emilio.
El pedido llega el martes. | El pedido llega el jueves.
Совещание начинается в десять. | Совещание начинается в двенадцать.
Моего начальника зовут Олег. | Моего начальника зовут Виктор.
Поезд отправляется в 8:15. | Поезд отправляется в 9:40.
Дочь учится в школе номер 5. | Дочь учится в школе номер 12.
Sastanak počinje u devet. | Sastanak počinje u jedanaest.
Moja šefica se zove Jelena. | Moja šefica se zove Milica.
Kirija iznosi 300 evra. | Kirija iznosi 350 evra.
Autobus polazi sa perona 4. | Autobus polazi sa perona 7.
会议在三点开始。 | 会议在四点开始。
我的房东叫老王。 | 我的房东叫老李。
服务器的端口是8080。 | 服务器的端口是9090。
项目的负责人是小张。 | 项目的负责人是小刘。
Il mio medico si chiama Ferri. | Il mio medico si chiama Conti.
A aula começa às oito. | A aula começa às dez.
Il treno parte alle 6:20. | Il treno parte alle 7:05.
O aluguel custa 900 reais. | O aluguel custa 950 reais.
`);

/** Both hold. */
export const BOTH_HOLD = pairs(`
I like hiking. | I like chess.
I speak Dutch. | I speak Portuguese.
I have a brother in Ghent. | I have a brother in Turin.
I bought a lamp. | I bought a rug.
I visited Rome. | I visited Madrid.
Marta knows Rust. | Marta knows Go.
I'm allergic to nuts. | I'm allergic to cats.
I am afraid of dogs. | I am afraid of flying.
The red door is open. | The blue door is open.
Task 14 is done. | Task 15 is done.
We use Kafka for events. | We use Redis for caching.
My dentist is Dr Hill. | My doctor is Dr Moss.
Ivan lives in Lviv. | Olena lives in Odesa.
I read Dune. | I read Emma.
The cafe opens at 8. | The museum opens at 10.
The meeting on Monday is in room 3. | The meeting on Tuesday is in room 5.
I can't eat gluten. | I can't eat lactose.
My favourite tea is sencha. | My favourite band is Can.
Lena is tall. | Lena is a nurse.
I own a bike. | I own a canoe.
Prefers answers in German. | Prefers tables.
I need milk. | I need eggs.
We decided to drop the banner. | We decided to keep the footer.
The team won against Ajax. | The team won against Porto.
I met Sara on Monday. | I met Paul on Monday.
I use vim. | I use tmux.
Remind me to call Ed. | Remind me to call Zoe.
I worked in Lima in 2015. | I worked in Quito in 2018.
The API returns JSON. | The API returns an error for empty names.
My sister is coming on Friday. | My sister is bringing cake.
The library has a reading room. | The library has a cafe.
Our guide was born in Cusco. | Our guide was trained in Lima.
My cat sleeps on the sofa. | My dog sleeps on the sofa.
The first prize is a bike. | The second prize is a tent.
Paid invoice 20 on Monday. | Paid invoice 21 on Friday.
I tried the soup at Hana's. | I tried the noodles at Hana's.
The trip includes Delphi. | The trip includes Olympia.
Anna's train leaves at 7. | Anna's train arrives at 9.
Ich mag Oliven. | Ich mag Käse.
Ich spreche Polnisch. | Ich spreche Ungarisch.
Ich habe eine Tante in Kiel. | Ich habe eine Tante in Köln.
Wir brauchen Nägel. | Wir brauchen Leim.
Ich habe Angst vor Hunden. | Ich habe Angst vor Feuer.
Ich kenne Timo aus der Schule. | Ich kenne Rike aus der Uni.
J'aime le jazz. | J'aime le rock.
J'ai acheté une lampe. | J'ai acheté un tapis.
Me gusta nadar. | Me gusta leer.
Я люблю горы. | Я люблю море.
Я знаю английский. | Я знаю чешский.
Купил молоко. | Купил хлеб.
Volim čaj. | Volim kafu.
Kupio sam lampu. | Kupio sam tepih.
我喜欢苹果。 | 我喜欢香蕉。
我会说法语。 | 我会说德语。
我买了牛奶。 | 我买了面包。
Ho visitato Siena. | Ho visitato Pisa.
Falo inglês. | Falo alemão.
Lot A is sold. | Lot C is sold.
Mia is in class 3. | Mia is in the choir.
The app supports dark mode. | The app supports two languages.
`);
