/**
 * What a good embedding model knows about words: those of one line mean nearly the same. Stems of one to four more letters count
 * as the word itself. Questions of tests paraphrase facts with words of the same line, also across languages.
 */
const LINES = `
dog puppy hound hund chien perro cane собак пес pas 狗 犬
cat kitten katze chat gato gatto кошк кот mačk mack 猫
pet animal haustier animal mascota питом ljubim 宠物
allerg intoleran unverträglich unvertrag аллерг alergi 过敏 アレルギー
penicillin antibiotic antibiotik пенициллин антибиотик penicilin 青霉素
peanut nut erdnuss nuss cacahuete арахис орех kikiriki 花生
doctor physician arzt ärztin medecin médecin médico врач доктор lekar 医生 医者
dentist zahnarzt tooth teeth зубн стоматолог zubar 牙医
hospital clinic krankenhaus klinik больниц bolnic 医院
wife husband spouse married partner frau mann ehefrau жена муж žena zena muž 妻子 丈夫 老婆
daughter girl tochter fille hija дочь дочер ćerk cerk kćer 女儿
son boy sohn fils hijo сын sin 儿子
child kid children kinder enfant niño дет deca 孩子
brother sibling bruder frère hermano брат 哥哥 弟弟
sister sibling schwester soeur hermana сестр sestr 姐姐 妹妹
mother mum mom mutter mère madre мама мать majk 妈妈
father dad vater père padre папа отец otac tat 爸爸
sibling geschwister родственник
birthday born geburtstag anniversaire cumpleaños рожден rođendan rodjendan rodendan 生日 出生
live lives reside home wohn zuhause habite vive живет живу жив stanuje živi zivi 住 公寓
move relocat umzieh umzug déménag mudar переезж пересел preseli 搬家 搬到
city town stadt ville ciudad город grad 城市
flat apartment wohnung appartement piso квартир stan 公寓
rent landlord miete loyer alquiler аренд kirij 房租
work job profession employ occupation earns arbeit beruf trabajo travail работ posao radi 工作 职业
nurse pfleger krankenschwester infirmière enfermera медсестр 护士
teacher teach lehrer professeur profesor учител nastavnik 老师
engineer ingenieur ingénieur ingeniero инженер 工程师
boss manager chef vorgesetzt jefe начальник šef sef 老板
colleague coworker kollege collègue коллег koleg 同事
company firm firma entreprise empresa компани фирм 公司
car vehicle auto wagen voiture coche машин автомобил 汽车 车
bike bicycle fahrrad vélo bicicleta велосипед bicikl 自行车
train rail zug bahn tren поезд voz 火车
flight fly plane airline flug flieg vol vuelo самолет рейс let 航班 飞机
trip travel journey vacation holiday reise urlaub voyage vacances viaje vacaciones поездк отпуск путешеств putovanj odmor 旅行 假期
coffee espresso kaffee café кофе kafa 咖啡
tea tee thé té чай čaj caj 茶
drink beverage getränk trink boisson bebida пить напит пиj pije pić 喝 饮料
wine wein vin vino вино 葡萄酒
vegetarian meatless vegan fleischlos végétarien vegetarian вегетариан vegetarijan 素食 吃素
meat fleisch viande carne мясо meso 肉
eat food meal diet essen speise manger comida еда есть hran jede 吃 食物
favorite favourite prefer likes loves liebling lieblings bevorzug préfér favorit любим предпочит omiljen voli 喜欢 最爱
hate dislike avoid stand hasst meid déteste odia ненавид не любит mrzi 讨厌
colour color farbe couleur colore цвет boja 颜色
green grün vert verde зелен zelen 绿色
music song band musik musique música музык muzik 音乐
guitar piano violin instrument gitarre klavier geige guitarre гитар пианино скрипк 吉他 钢琴
sport exercise train workout gym sportart спорт трениров 运动 健身
run running jog marathon laufen course correr бег trči trci 跑步
swim swimming pool schwimm nage nadar плава pliva 游泳
football soccer fußball fussball fútbol футбол fudbal 足球
climb climbing mountain bergsteigen klettern montaña горы planin 爬山
book novel read buch roman livre libro книг roman čita 书
film movie cinema kino película фильм кино 电影
language speak sprache sprech langue idioma язык говорит jezik 语言
learn study course lernen kurs étudier aprender учит изуча uči uci 学习
school university college schule uni universität école школ университет škol skol 学校 大学
exam test prüfung prufung klausur examen экзамен ispit 考试
meeting appointment call besprechung termin treffen réunion cita reunión встреч совещан sastanak 会议
monday montag lundi lunes понедельник ponedeljak 星期一
tuesday dienstag mardi martes вторник utorak 星期二
wednesday mittwoch mercredi miércoles сред sreda 星期三
thursday donnerstag jeudi jueves четверг četvrtak 星期四
friday freitag vendredi viernes пятниц petak 星期五
deadline due launch release frist abgabe échéance срок rok 截止
budget cost money spend kosten geld coût dinero бюджет деньг novac 预算 钱
price expensive preis teuer prix precio цена cena 价格
contract agreement vertrag contrat contrato договор ugovor 合同
client customer kunde kundin client cliente клиент klijent 客户
server host machine rechner сервер 服务器
database postgres sql datenbank база данных baza 数据库
password secret kennwort passwort parol пароль lozink 密码
code program software programm logiciel код программ 代码
language-choice typescript python rust stack
phone mobile number telefon handy téléphone teléfono телефон 电话
wifi internet network netzwerk réseau интернет mreža 网络
key door lock schlüssel schloss clé llave ключ ključ 钥匙
garden yard plants garten jardin jardín сад bašt bast 花园
doorbell neighbour neighbor nachbar voisin vecino сосед komšij komsij 邻居
sleep bed tired schlaf müde dormir сон спать spava 睡觉
morning early früh morgens matin mañana утро jutro 早上
evening night abend nuit noche вечер veče 晚上
glasses eyesight brille lunettes gafas очки naočar 眼镜
shoe size boots schuh chaussure zapato обув cipel 鞋
gift present geschenk cadeau regalo подарок poklon 礼物
wedding marry hochzeit mariage boda свадьб svadb 婚礼
paint draw art malen kunst peinture pintar рисов живопис slika 画画
photo camera picture foto kamera фото slika 照片
chess schach échecs ajedrez шахмат šah sah 国际象棋
game play spiel jeu juego игр igra 游戏
insurance versicherung assurance seguro страхов osiguranj 保险
bank account konto banque banco банк račun 银行
medicine pill tablet medikament tablette médicament лекарств lek 药
blood pressure hypertension blutdruck давлен pritisak 血压
knee leg injury knie verletz genou rodilla колен koleno 膝盖
fear afraid scared phobia angst peur miedo боится страх boji plaši 害怕 恐惧
name called heißt heisst heiß nennt appelle llama зовут имя zove 叫 名字
team group department abteilung équipe equipo команд отдел tim 团队
report summary bericht rapport informe отчет izveštaj 报告
office desk büro bureau oficina офис kancelarij 办公室
`;

export const CONCEPTS: readonly (readonly string[])[] = LINES.trim()
  .split('\n')
  .map((line) => line.split(' '));
