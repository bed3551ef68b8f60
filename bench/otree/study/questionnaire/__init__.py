from otree.api import *

doc = 'One page with ten statements.'


class C(BaseConstants):
    NAME_IN_URL = 'questionnaire'
    PLAYERS_PER_GROUP = None
    NUM_ROUNDS = 1


class Subsession(BaseSubsession):
    pass


class Group(BaseGroup):
    pass


def likert(label):
    return models.IntegerField(label=label, choices=[1, 2, 3, 4, 5, 6, 7], widget=widgets.RadioSelectHorizontal)


class Player(BasePlayer):
    item_1 = likert('Statement 1')
    item_2 = likert('Statement 2')
    item_3 = likert('Statement 3')
    item_4 = likert('Statement 4')
    item_5 = likert('Statement 5')
    item_6 = likert('Statement 6')
    item_7 = likert('Statement 7')
    item_8 = likert('Statement 8')
    item_9 = likert('Statement 9')
    item_10 = likert('Statement 10')


class Statements(Page):
    form_model = 'player'
    form_fields = [f'item_{n}' for n in range(1, 11)]


page_sequence = [Statements]
